/** The view of Res Arcana; its types are generated from the schema that the game ships. */

import type { View } from '../../api/types';
import type { Placed, PlayerState, ResArcanaView } from './view.gen';

export type { Packs, Placed, PlayerState, ResArcanaView } from './view.gen';
export type Essences = PlayerState['pool'];

export function tableOf(view: View): ResArcanaView {
  return view.table as ResArcanaView;
}

/** All players, clockwise, beginning with the left neighbour of `seat` (or with the first seat). */
export function aroundTheTable(table: ResArcanaView, seat: number | undefined): PlayerState[] {
  const everybody = Object.values(table.players).sort((a, b) => a.seat - b.seat);
  if (seat === undefined) return everybody;
  const place = everybody.findIndex((player) => player.seat === seat);
  return [...everybody.slice(place + 1), ...everybody.slice(0, place)];
}

export function playerAt(table: ResArcanaView, seat: number | undefined): PlayerState | undefined {
  return Object.values(table.players).find((player) => player.seat === seat);
}

/** The current place of a component. */
export function placed(table: ResArcanaView, id: string): Placed | undefined {
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
    ...cards.filter((card) => first(card) >= 0).sort((a, b) => first(a) - first(b)),
    ...cards.filter((card) => first(card) < 0),
  ];
}
