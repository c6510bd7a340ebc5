/** The view of Ascended Kings; the engine's documentation of it says more. */

import type { View } from '../../api/types';
import type { Showable } from '../../table/manifest';

export type Gems = Record<string, number>;
export type Edge = 'top' | 'right' | 'bottom' | 'left';

export interface Wall {
  edge: Edge;
  /** Lines from its own edge. */
  index: number;
  deadlock: boolean;
}

/** The content of a tile. */
export interface Heap {
  gems?: Gems;
  bloodstones?: number;
  ascended_die?: boolean;
  omega_stone?: boolean;
}

export interface ArenaState {
  top: number;
  bottom: number;
  left: number;
  right: number;
  walls: Record<string, Wall>;
  tiles: Record<string, Heap>;
}

export interface Mat {
  king?: string;
  form: 'king' | 'revenant';
  level: number;
  /** Absent while dead. */
  tile?: string;
  wounds: number;
  to_death: number;
  capacity: number;
  pool: Gems;
  ylem: number;
  /** The sum of dice that gives Ylem; absent when the pool is full. */
  threshold?: number;
  sockets: Record<string, boolean>;
  inscription?: { face_up: boolean; card?: string };
  bloodstones: number;
  ascended_die: boolean;
  shielded: boolean;
  activated: boolean;
  killed: number;
  /** How many cards the hand holds. */
  cards: number;
  /** For the owner only. */
  hand?: Record<string, true>;
  aside: Gems;
  passives: Record<string, boolean>;
  koru: number;
}

export interface Pile {
  draw: number;
  discard: string[];
}

/** Dice that are added up, and the gem they give. */
export interface Group {
  dice: number[];
  gem: string;
}

export interface RollState {
  player: string;
  dice: number[];
  threshold?: number;
  ascended?: boolean;
  takes: Record<string, Group[]>;
}

export interface Index {
  round: number;
  side: 'front' | 'back';
  countdown: boolean;
  event: number;
  icons: string[];
}

/** The threats to a player. */
export interface Threat {
  kind: 'defend' | 'incoming' | 'respond';
  n?: number;
  source: string;
  by?: string;
}

export interface Step {
  egis: number;
  wounds: number;
}

/** After how many rounds the match ends, and how many are left, including this one. */
export interface RoundLimit {
  rounds: number;
  left: number;
}

/** A card that was shown: by whom, to whom, and with which entry (0: before this match). */
export interface Memory {
  by: string;
  to: Record<string, true>;
  card: string;
  ply: number;
}

export interface KingsTable {
  phase: string;
  active: string;
  starting: string;
  omega_war: boolean;
  claimed?: string;
  index?: Index;
  limit?: RoundLimit;
  arena: ArenaState;
  players: Record<string, Mat>;
  decks: { ascendant: Pile; revenant: Pile };
  supply: Gems;
  spare: number;
  returning: string[];
  rolls: Record<string, RollState>;
  thrown?: number;
  resolving?: string;
  /** By the threatened player. */
  windows?: Record<string, Threat>;
  looking?: Record<string, true>;
  steps?: Record<string, Step>;
  sight?: Record<string, boolean>;
  aims?: Record<string, string[]>;
  /** The cards the viewer showed or was shown, in order. */
  shown?: Record<string, Memory>;
}

/** A player's mat with its id and seat. */
export interface Seated extends Mat {
  id: string;
  seat: number;
}

export function tableOf(view: View): KingsTable {
  return view.table as unknown as KingsTable;
}

const ORDER = ['aria', 'egis', 'pyre', 'dire', 'ylem'];

/** Gems in their usual order, without those at zero. */
export function sorted(gems: Gems): [string, number][] {
  return ORDER.flatMap((kind): [string, number][] => (gems[kind] ? [[kind, gems[kind]]] : []));
}

export function seatOf(id: string): number {
  return Number(id.slice(1));
}

/** All players, clockwise, beginning with `seat` (or with the first seat). */
export function everybody(table: KingsTable, seat: number | undefined): Seated[] {
  const all = Object.entries(table.players)
    .map(([id, mat]) => ({ ...mat, id, seat: seatOf(id) }))
    .sort((one, other) => one.seat - other.seat);
  const place = Math.max(
    0,
    all.findIndex((one) => one.seat === seat),
  );
  return [...all.slice(place), ...all.slice(0, place)];
}

export function seated(table: KingsTable, seat: number | undefined): Seated | undefined {
  const mat = seat === undefined ? undefined : table.players[`p${seat}`];
  return mat && seat !== undefined ? { ...mat, id: `p${seat}`, seat } : undefined;
}

/** The player whose piece is there. */
export function standingOn(table: KingsTable, tile: string): Seated | undefined {
  return everybody(table, undefined).find((one) => one.tile === tile);
}

/** The cards a player has shown, oldest first. */
export function shownBy(table: KingsTable, id: string): Memory[] {
  return Object.values(table.shown ?? {})
    .filter(({ by }) => by === id)
    .sort((one, other) => one.ply - other.ply);
}

/** The hand and a face-down inscription, with the players who have seen each. */
export function showableOf(table: KingsTable, seat: number): Showable[] {
  const mat = table.players[`p${seat}`];
  const { card, face_up } = mat?.inscription ?? {};
  const cards = [...Object.keys(mat?.hand ?? {}), ...(card && !face_up ? [card] : [])];
  const memories = shownBy(table, `p${seat}`);
  return cards.map((card) => ({
    card,
    seen: memories.flatMap((one) => (one.card === card ? Object.keys(one.to).map(seatOf) : [])),
  }));
}
