/** Scenes: the events one after another, with the table as it looked in between. The view has the
    last word: a scene only leads from the previous view to the current one. */

import type { GameEvent, JsonObject } from '../../../api/types';
import type { Position } from '../../../match/state.svelte';
import {
  playerId,
  TOKENS,
  type EmpyreanTable,
  type PlayerId,
  type Revealed,
  type TokenKind,
  type Unit,
} from '../view';

export interface Scene {
  table: EmpyreanTable;
  event: GameEvent;
  /** The things that act or are acted on. */
  acts: string[];
  change?: { unit: string; by: number };
  /** The battlefield that is being judged. */
  judges?: string;
  /** What has been decided so far at the end of the match, by battlefield. */
  verdicts?: Record<string, Verdict>;
}

/** Who has won a battlefield, undefined for a tie. */
export interface Verdict {
  winner: PlayerId | undefined;
}

type Play = (table: EmpyreanTable, args: JsonObject, after: EmpyreanTable) => void;

/** Events that deserve a scene even on their own. */
const STANDALONE_EVENTS = new Set(['revealed', 'battlefield_won', 'battlefield_tied']);
const VERDICTS = new Set(['battlefield_won', 'battlefield_tied']);

const PLAY_BY_EVENT: Record<string, Play> = {
  revealed: turnUp,
  gained: (table, args) => addMight(table, args, 1),
  lost: (table, args) => addMight(table, args, -1),
  token: (table, args) => addToken(table, args, 1),
  token_removed: (table, args) => addToken(table, args, -1),
  stop_applied: (table, { at, seat }) => addStop(table, text(at), playerId(number(seat)), 1),
  stopped: (table, { unit }) => {
    const stoppedUnit = table.units[text(unit)];
    if (stoppedUnit) addStop(table, stoppedUnit.battlefield, stoppedUnit.owner, -1);
  },
  moved: goTo,
  shifted: (table, args) => goTo(table, { ...args, at: battlefieldOf(table, args) }),
  destroyed: () => {},
  to_destroy_pile: leave,
  reborn: leave,
  returned: leave,
  swapped: (table, args, after) => {
    leave(table, { unit: args.gone ?? '' });
    enter(table, args, after);
  },
  deployed_free: enter,
  deployed_free_face_down: enter,
  battlefield_won: () => {},
  battlefield_tied: () => {},
};

/** The scenes between two tables; none if nothing on the battlefields needs showing step by step. */
export function scenesOf(
  before: EmpyreanTable,
  after: EmpyreanTable,
  events: GameEvent[],
): Scene[] {
  const scenes: Scene[] = [];
  let table = before;
  let verdicts: Record<string, Verdict> | undefined;
  for (const event of events) {
    const play = PLAY_BY_EVENT[lastWord(event.key)];
    if (!play) continue;
    table = structuredClone(table);
    play(table, event.args, after);
    const scene: Scene = { table, event, acts: actorIds(event.args) };
    const change = changeOf(event);
    if (change) scene.change = change;
    if (isVerdict(event)) {
      scene.judges = text(event.args.at);
      verdicts = { ...verdicts, [scene.judges]: verdictOf(event) };
    }
    if (verdicts) scene.verdicts = verdicts;
    scenes.push(scene);
  }
  const hasStandalone = scenes.some(({ event }) => STANDALONE_EVENTS.has(lastWord(event.key)));
  return hasStandalone || scenes.length > 1 ? scenes : [];
}

/** What stands on the table in a scene, in which no seat is to act. */
export function positionIn(before: Position, table: EmpyreanTable): Position {
  const turn = { ...before.view.turn, phase: table.phase, seats: [] };
  return { ...before, waiting: [], view: { ...before.view, turn, table: { ...table } } };
}

export function isVerdict({ key }: GameEvent): boolean {
  return VERDICTS.has(lastWord(key));
}

function verdictOf({ key, args }: GameEvent): Verdict {
  const isWon = lastWord(key) === 'battlefield_won';
  return { winner: isWon ? playerId(number(args.seat)) : undefined };
}

/** Whether more than one card is revealed. */
export function severalRevealed(scenes: Scene[]): boolean {
  return scenes.filter(({ event }) => lastWord(event.key) === 'revealed').length > 1;
}

export function lastWord(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function changeOf({ key, args }: GameEvent): Scene['change'] {
  const sign = { gained: 1, lost: -1 }[lastWord(key)];
  if (!sign) return undefined;
  return { unit: text(args.unit), by: sign * number(args.n) };
}

function actorIds(args: JsonObject): string[] {
  return [...new Set([text(args.source), text(args.unit)])].filter(Boolean);
}

function turnUp(table: EmpyreanTable, args: JsonObject, after: EmpyreanTable): void {
  const id = text(args.unit);
  const unit = table.units[id];
  if (!unit || unit.face_up) return;
  table.phase = 'reveal';
  for (const other of Object.values(table.units)) {
    if (other.face_up || other.owner !== unit.owner) continue;
    if (other.order > unit.order) other.order -= 1;
  }
  const { owner, battlefield, zone, cost } = unit;
  const card = text(args.card);
  table.units[id] = {
    ...{ owner, battlefield, zone, face_up: true, card, name: card.replaceAll('_', ' ') },
    ...(cost !== undefined && { cost }),
    ...printedOn(after.units[id]),
    might: 0,
  };
}

/** A card's own identity, regardless of tokens on it. */
function printedOn(unit: Unit | undefined): Partial<Revealed> {
  if (!unit?.face_up) return {};
  const { name, cost, kind, ability, maximum, permanent_move, since } = unit;
  const all = { name, cost, kind, ability, maximum, permanent_move, since };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function mightOf(unit: Unit): number {
  return unit.face_up ? unit.might : 0;
}

function addMight(table: EmpyreanTable, args: JsonObject, sign: 1 | -1): void {
  const unit = table.units[text(args.unit)];
  if (!unit?.face_up) return;
  unit.might += sign * number(args.n);
  addToTotals(table, unit, sign * number(args.n));
}

function addToken(table: EmpyreanTable, args: JsonObject, by: number): void {
  const unit = table.units[text(args.unit)];
  const kind = TOKENS.find((token): token is TokenKind => token === args.token);
  if (unit?.face_up && kind) unit[kind] = Math.max(0, (unit[kind] ?? 0) + by);
}

function addStop(table: EmpyreanTable, at: string, player: string, by: number): void {
  const field = table.battlefields[at];
  if (field) field.stops[player] = Math.max(0, (field.stops[player] ?? 0) + by);
}

function goTo(table: EmpyreanTable, args: JsonObject): void {
  const unit = table.units[text(args.unit)];
  if (!unit) return;
  addToTotals(table, unit, -mightOf(unit));
  collapse(table, unit);
  unit.battlefield = text(args.at);
  unit.zone = number(args.zone);
  addToTotals(table, unit, mightOf(unit));
}

function leave(table: EmpyreanTable, args: JsonObject): void {
  const unit = table.units[text(args.unit)];
  if (!unit) return;
  addToTotals(table, unit, -mightOf(unit));
  delete table.units[text(args.unit)];
  collapse(table, unit);
}

function enter(table: EmpyreanTable, args: JsonObject, after: EmpyreanTable): void {
  const enteredUnit = after.units[text(args.unit)];
  if (!enteredUnit) return;
  const unit: Unit = { ...structuredClone(enteredUnit), zone: number(args.zone) };
  if (unit.face_up) unit.might = 0;
  if (args.at !== undefined) unit.battlefield = text(args.at);
  table.units[text(args.unit)] = unit;
}

/** The cards in higher Zones close the gap. */
function collapse(table: EmpyreanTable, { owner, battlefield, zone }: Unit): void {
  for (const other of Object.values(table.units)) {
    const sameRow = other.owner === owner && other.battlefield === battlefield;
    if (sameRow && other.zone > zone) other.zone -= 1;
  }
}

/** Keeps the totals beside the battlefields in sync. */
function addToTotals(table: EmpyreanTable, unit: Unit, by: number): void {
  const field = table.battlefields[unit.battlefield];
  if (!field) return;
  field.might[unit.owner] = (field.might[unit.owner] ?? 0) + by;
  const sums = Object.entries(field.might);
  const best = Math.max(...sums.map(([, sum]) => sum));
  const ahead = sums.filter(([, sum]) => sum === best);
  if (ahead.length === 1 && ahead[0]) field.leader = ahead[0][0];
  else delete field.leader;
}

function battlefieldOf(table: EmpyreanTable, args: JsonObject): string {
  return table.units[text(args.unit)]?.battlefield ?? '';
}

function text(raw: JsonObject[string] | undefined): string {
  return typeof raw === 'string' ? raw : '';
}

function number(raw: JsonObject[string] | undefined): number {
  return typeof raw === 'number' ? raw : 0;
}
