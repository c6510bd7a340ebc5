/** The view of Res Arcana. */

import type { View } from '../../api/types';

export type Essences = Record<string, number>;

/** A component in play or in the centre. */
export interface Placed {
  id: string;
  kind: string;
  turned: boolean;
  essences: Essences;
  points: number;
}

export interface PlayerState {
  seat: number;
  pool: Essences;
  passed: boolean;
  /** Whether the first player token is here. */
  token: boolean;
  points: number;
  /** Points by component. */
  score: Record<string, number>;
  /** Components in play, in order. */
  order: string[];
  cards: Record<string, Placed>;
  hand?: string[];
  hand_size: number;
  deck_size: number;
  /** The cards left in the viewer's deck, in no order. */
  deck?: string[];
  /** Known cards on top of the viewer's deck, the top first. */
  seen?: string[];
  /** Cards publicly known to be in hand or deck. */
  known?: string[];
  /** Points that hold for one victory check. */
  temporary?: number;
  discard: string[];
  mages?: string[];
}

export interface DraftState {
  pack?: string[];
  kept?: string[];
  offer?: string[];
  sizes?: Record<string, number>;
}

export interface ResArcanaTable {
  game: { number: number; of: number; wins: Record<string, number> };
  round: number;
  phase: 'setup' | 'draft' | 'collect' | 'actions' | 'victory' | 'over';
  first: number;
  places: Record<string, Placed>;
  monuments: { display: string[]; deck: number; seen?: string[] };
  items: string[];
  draft?: DraftState;
  players: Record<string, PlayerState>;
}

export function tableOf(view: View): ResArcanaTable {
  return view.table as unknown as ResArcanaTable;
}

/** All players, clockwise, beginning with the left neighbour of `seat` (or with the first seat). */
export function aroundTheTable(table: ResArcanaTable, seat: number | undefined): PlayerState[] {
  const everybody = Object.values(table.players).sort((one, other) => one.seat - other.seat);
  if (seat === undefined) return everybody;
  const place = everybody.findIndex((player) => player.seat === seat);
  return [...everybody.slice(place + 1), ...everybody.slice(0, place)];
}

export function playerAt(table: ResArcanaTable, seat: number | undefined): PlayerState | undefined {
  return Object.values(table.players).find((player) => player.seat === seat);
}

/** The current place of a component. */
export function placed(table: ResArcanaTable, id: string): Placed | undefined {
  return (
    table.places[id] ??
    Object.values(table.players)
      .map((player) => player.cards[id])
      .find((card) => card)
  );
}

/** Components in play: mage and magic item first, as they begin there; then in the order played. */
export function inPlay(player: PlayerState): Placed[] {
  const first = (card: Placed) => ['mage', 'magic_item'].indexOf(card.kind);
  const cards = player.order.flatMap((id) => player.cards[id] ?? []);
  return [
    ...cards.filter((card) => first(card) >= 0).sort((one, other) => first(one) - first(other)),
    ...cards.filter((card) => first(card) < 0),
  ];
}
