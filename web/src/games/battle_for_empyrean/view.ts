/** The view of Battle for Empyrean. */

import type { View } from '../../api/types';

/** A player by the name the view gives: "p0". */
export type PlayerId = string;

export const TOKENS = ['stun', 'shield', 'anchor', 'move', 'captive'] as const;
export type TokenKind = (typeof TOKENS)[number];

export interface Effect {
  phase: string;
  text: string;
}

/** A battlefield's note on a player: a count, a one-time event, or an event of this Round. */
export interface Note {
  kind: 'count' | 'once' | 'this_round';
  n?: number;
}

export interface Battlefield {
  card: string;
  name: string;
  place: number;
  effects: Effect[];
  might: Record<PlayerId, number>;
  leader?: PlayerId;
  zones: Record<PlayerId, number>;
  stops: Record<PlayerId, number>;
  notes: Record<PlayerId, Record<string, Note>>;
  /** A player has reached the Might it requires. */
  reached?: true;
  gone?: boolean;
  claimed?: boolean;
}

/** A card on a battlefield. Face-down ones of others have neither name nor numbers. */
export interface Unit extends Partial<Record<TokenKind, number>> {
  owner: PlayerId;
  battlefield: string;
  zone: number;
  face_up: boolean;
  /** Of face-down cards: 1 is Revealed first. */
  order?: number;
  card?: string;
  name?: string;
  cost?: number;
  paid?: number;
  kind?: string;
  might?: number;
  ability?: string;
  maximum?: number;
  since?: number;
  permanent_move?: boolean;
}

export interface PlayerState {
  seat: number;
  hand_size: number;
  deck_size: number;
  discard_size: number;
  banish_size: number;
  deck?: string;
  cards?: Record<string, number>;
  essence: number;
  next_essence: number;
  destroyed: Record<string, number>;
  raids: number;
  imprisoned: boolean;
  hand?: Record<string, number>;
  discarded?: Record<string, number>;
  drafted?: string[];
}

export interface EmpyreanTable {
  phase: string;
  round: number;
  last_round: number;
  token: PlayerId;
  acting?: PlayerId;
  order: PlayerId[];
  battlefields: Record<string, Battlefield>;
  units: Record<string, Unit>;
  players: Record<PlayerId, PlayerState>;
}

export function tableOf(view: View): EmpyreanTable {
  return view.table as unknown as EmpyreanTable;
}

export const playerId = (seat: number): PlayerId => `p${seat}`;
export const seatOf = (player: PlayerId): number => Number(player.slice(1));

/** The near player: the viewer, or the first seat for spectators. */
export function near(table: EmpyreanTable, seat: number | undefined): PlayerId {
  return seat !== undefined && table.players[playerId(seat)] ? playerId(seat) : 'p0';
}

/** The others, clockwise from the near player. */
export function across(table: EmpyreanTable, own: PlayerId): PlayerId[] {
  const everybody = Object.keys(table.players).sort();
  const place = everybody.indexOf(own);
  return [...everybody.slice(place + 1), ...everybody.slice(0, place)];
}

/** The player who acts first in this Round: the First Player Token decides, unless a card does. */
export function actsFirst(table: EmpyreanTable): PlayerId {
  return table.order[0] ?? table.token;
}

/** Battlefields with their ids, from the top down. */
export function fields(table: EmpyreanTable): [string, Battlefield][] {
  return Object.entries(table.battlefields).sort(([, one], [, other]) => one.place - other.place);
}

/** A player's row on a battlefield, Zone 1 first, with `undefined` for Open Zones. */
export function row(
  table: EmpyreanTable,
  field: string,
  player: PlayerId,
): [string, Unit | undefined][] {
  const there = Object.entries(table.units).filter(
    ([, unit]) => unit.battlefield === field && unit.owner === player,
  );
  const last = Math.max(
    table.battlefields[field]?.zones[player] ?? 0,
    ...there.map(([, unit]) => unit.zone),
  );
  return Array.from({ length: last }, (_, index) => {
    const found = there.find(([, unit]) => unit.zone === index + 1);
    return found ?? [`${field}-${player}-${index + 1}`, undefined];
  });
}

/** How many battlefields each player leads. */
export function leads(table: EmpyreanTable, player: PlayerId): number {
  return fields(table).filter(([, field]) => field.leader === player).length;
}

/** All Might of a player. */
export function total(table: EmpyreanTable, player: PlayerId): number {
  return fields(table).reduce((sum, [, field]) => sum + (field.might[player] ?? 0), 0);
}
