/** The view of Ascended Kings; its types are generated from the schema that the game ships. */

import type { View } from '../../api/types';
import type { Showable } from '../../table/manifest';
import type { KingsView, Mat, ShownCard, Wall } from './view.gen';

export type {
  ArenaState,
  Group,
  Heap,
  Index,
  KingsView,
  Mat,
  RollState,
  ShownCard,
  Step,
  Threat,
  Wall,
} from './view.gen';
export type Gems = Mat['pool'];
export type Edge = Wall['edge'];

/** A player's mat with its id and seat. */
export interface SeatedPlayer extends Mat {
  id: string;
  seat: number;
}

export function tableOf(view: View): KingsView {
  return view.table as KingsView;
}

/** The Core Gemstones, as a pool has them. */
export const CORE = ['pyre', 'egis', 'aria'];

const ORDER = ['aria', 'egis', 'pyre', 'dire', 'ylem'];

/** Gems in their usual order, without those at zero. */
export function sorted(gems: Gems): [string, number][] {
  return ORDER.flatMap((kind): [string, number][] => (gems[kind] ? [[kind, gems[kind]]] : []));
}

export function seatOf(id: string): number {
  return Number(id.slice(1));
}

const seatedPlayers = new WeakMap<Mat, SeatedPlayer>();

/** The same object for the same mat, so that an unchanged player is not rendered again. */
function seated(id: string, mat: Mat): SeatedPlayer {
  let player = seatedPlayers.get(mat);
  if (!player) seatedPlayers.set(mat, (player = { ...mat, id, seat: seatOf(id) }));
  return player;
}

/** All players, clockwise, beginning with `seat` (or with the first seat). */
export function playersFrom(table: KingsView, seat: number | undefined): SeatedPlayer[] {
  const all = Object.entries(table.players)
    .map(([id, mat]) => seated(id, mat))
    .sort((a, b) => a.seat - b.seat);
  const start = Math.max(
    0,
    all.findIndex((player) => player.seat === seat),
  );
  return [...all.slice(start), ...all.slice(0, start)];
}

export function playerAt(table: KingsView, seat: number | undefined): SeatedPlayer | undefined {
  const mat = seat === undefined ? undefined : table.players[`p${seat}`];
  return mat && seated(`p${seat}`, mat);
}

/** The player whose piece is there. */
export function playerOn(table: KingsView, tile: string): SeatedPlayer | undefined {
  return playersFrom(table, undefined).find((player) => player.tile === tile);
}

/** The cards a player has shown, oldest first. */
export function shownBy(table: KingsView, id: string): ShownCard[] {
  return Object.values(table.shown ?? {})
    .filter(({ by }) => by === id)
    .sort((a, b) => a.ply - b.ply);
}

/** The hand and a face-down inscription, with the players who have seen each. */
export function showableOf(table: KingsView, seat: number): Showable[] {
  const mat = table.players[`p${seat}`];
  const { card, face_up } = mat?.inscription ?? {};
  const cards = [...Object.keys(mat?.hand ?? {}), ...(card && !face_up ? [card] : [])];
  const shownCards = shownBy(table, `p${seat}`);
  return cards.map((card) => ({
    card,
    seen: shownCards.flatMap((shownCard) =>
      shownCard.card === card ? Object.keys(shownCard.to).map(seatOf) : [],
    ),
  }));
}
