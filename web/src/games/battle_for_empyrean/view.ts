/** The view of Battle for Empyrean; its types are generated from the schema that the game ships. */

import type { Component, View } from '../../api/types';
import { cardFacts, effectsOf } from './cards/card';
import type { Battlefield, EmpyreanView, FaceDown, FaceUp, Mark, Tally } from './view.gen';

export type { Battlefield, PlayerState } from './view.gen';
export type Note = Tally | Mark;

/** Facts of a Revealed card that a scene lacks if the card leaves the table in the same entry. */
type Lost = 'cost' | 'kind' | 'ability' | 'since';
export type Revealed = Omit<FaceUp, Lost> & Partial<Pick<FaceUp, Lost>>;
export type Unit = Revealed | FaceDown;

/** The table as the view gives it, or in the middle of a scene. */
export interface EmpyreanTable extends Omit<EmpyreanView, 'units'> {
  units: Record<string, Unit>;
}

/** A player by the name the view gives: "p0". */
export type PlayerId = string;

export const TOKENS = ['stun', 'shield', 'anchor', 'move', 'captive'] as const;
export type TokenKind = (typeof TOKENS)[number];

export function tableOf(view: View): EmpyreanTable {
  return view.table as EmpyreanView;
}

/**
 * The table with the laws of its battlefields and the types of its units as the catalogue has them,
 * in the page's language.
 */
export function translatedTable(view: View, component: (id: string) => Component): EmpyreanTable {
  const table = tableOf(view);
  const battlefields = Object.entries(table.battlefields).map(
    ([id, field]): [string, Battlefield] => {
      const texts = effectsOf(component(field.card)).map(({ text }) => text);
      const effects = field.effects.map((effect, place) => ({
        ...effect,
        text: texts[place] || effect.text,
      }));
      return [id, { ...field, effects }];
    },
  );
  const units = Object.entries(table.units).map(([id, unit]): [string, Unit] => {
    const kind = unit.face_up && cardFacts(component(unit.card)).type;
    return [id, kind ? { ...unit, kind } : unit];
  });
  return {
    ...table,
    battlefields: Object.fromEntries(battlefields),
    units: Object.fromEntries(units),
  };
}

export const playerId = (seat: number): PlayerId => `p${seat}`;
export const seatOf = (player: PlayerId): number => Number(player.slice(1));

/** The near player: the viewer, or the first seat for spectators. */
export function nearPlayer(table: EmpyreanTable, seat: number | undefined): PlayerId {
  return seat !== undefined && table.players[playerId(seat)] ? playerId(seat) : 'p0';
}

/** The others, clockwise from the near player. */
export function otherPlayers(table: EmpyreanTable, own: PlayerId): PlayerId[] {
  const everybody = Object.keys(table.players).sort();
  const place = everybody.indexOf(own);
  return [...everybody.slice(place + 1), ...everybody.slice(0, place)];
}

/** The player who acts first in this Round: the First Player Token decides, unless a card does. */
export function firstPlayer(table: EmpyreanTable): PlayerId {
  return table.order[0] ?? table.token;
}

/** Battlefields with their ids, from the top down. */
export function battlefieldsOf(table: EmpyreanTable): [string, Battlefield][] {
  return Object.entries(table.battlefields).sort(([, a], [, b]) => a.place - b.place);
}

/** A player's row on a battlefield, Zone 1 first, with `undefined` for Open Zones. */
export function zonesOf(
  table: EmpyreanTable,
  field: string,
  player: PlayerId,
): [string, Unit | undefined][] {
  const units = Object.entries(table.units).filter(
    ([, unit]) => unit.battlefield === field && unit.owner === player,
  );
  const last = Math.max(
    table.battlefields[field]?.zones[player] ?? 0,
    ...units.map(([, unit]) => unit.zone),
  );
  return Array.from({ length: last }, (_, index) => {
    const entry = units.find(([, unit]) => unit.zone === index + 1);
    return entry ?? [`${field}-${player}-${index + 1}`, undefined];
  });
}

/** How many battlefields each player leads. */
export function leadCount(table: EmpyreanTable, player: PlayerId): number {
  return battlefieldsOf(table).filter(([, field]) => field.leader === player).length;
}

/** All Might of a player. */
export function totalMight(table: EmpyreanTable, player: PlayerId): number {
  return battlefieldsOf(table).reduce((sum, [, field]) => sum + (field.might[player] ?? 0), 0);
}
