import type { Blocked, Decision, Json, Option } from '../../api/types';
import type { GameBoard } from '../manifest';

/** Arguments that hold a seat. */
const SEAT_ARGUMENTS = new Set([
  'seat',
  'seats',
  'player',
  'rival',
  'rivals',
  'to',
  'from',
  'by',
  'target',
  'targets',
  'winner',
]);
/** An option of an open decision. */
export interface Choice {
  decision: Decision;
  option: Option;
}

/** Whether the option gives something up and needs confirmation first. */
export function isGrave({ kind }: Option): boolean {
  return kind !== undefined && kind !== 'decline';
}

/** Whether the option lets a turn or an opportunity go: no number key ever does. */
export function isPass({ kind }: Option): boolean {
  return kind === 'pass' || kind === 'decline';
}

/** Which options each thing on the board answers; `mixTargetKind` is what the kinds
 * of a mix are there. */
export function choicesByTarget(
  decisions: Decision[],
  mixTargetKind?: string,
): Map<string, Choice[]> {
  const byTarget = new Map<string, Choice[]>();
  for (const decision of decisions) {
    if (decision.kind === 'mix' && mixTargetKind) {
      for (const kind of Object.keys(decision.limits)) {
        add(byTarget, `${mixTargetKind}:${kind}`, { decision, option: { key: kind, text: '' } });
      }
    }
    if (decision.kind !== 'choose') continue;
    for (const option of decision.options) {
      for (const target of option.targets ?? []) add(byTarget, target, { decision, option });
    }
  }
  return byTarget;
}

/** The choices that also involve the picked-up thing. */
export function choicesInvolving(
  all: Map<string, Choice[]>,
  pickedUp: string,
): Map<string, Choice[]> {
  const narrowed = [...all].map(([target, choices]): [string, Choice[]] => [
    target,
    choices.filter(({ option }) => option.targets?.includes(pickedUp)),
  ]);
  return new Map(narrowed.filter(([, choices]) => choices.length));
}

/** Whether the choices at a thing differ by another thing on the board, which can be pressed next. */
export function needsSecondTarget(target: string, choices: Choice[]): boolean {
  const others = choices.map(({ option }) => option.targets?.find((other) => other !== target));
  const isOnBoard = (target: string | undefined) =>
    target !== undefined && document.querySelector(`[data-thing="${target}"]`) !== null;
  return new Set(others).size > 1 && others.every(isOnBoard);
}

/** Blocked options by the thing they involve: the parts of the key name it. */
export function blockedByTarget(decisions: Decision[]): Map<string, Blocked[]> {
  const byTarget = new Map<string, Blocked[]>();
  for (const { blocked = [] } of decisions) {
    for (const option of blocked) {
      for (const part of option.key.split(':').slice(1)) add(byTarget, `card:${part}`, option);
      add(byTarget, option.key, option);
    }
  }
  return byTarget;
}

/**
 * The things on the board that the arguments of an event name: seats, what the game names in its
 * own way, and otherwise cards.
 */
export function targetsNamed(
  args: Record<string, Json>,
  eventTargets: GameBoard['eventTargets'] = {},
): string[] {
  const named = (name: string, value: Json): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => named(name, item));
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const target = eventTargets[name]?.(value);
    if (target) return [target];
    if (typeof value === 'string') return [`card:${value}`];
    return SEAT_ARGUMENTS.has(name) ? [`player:${value}`] : [];
  };
  return Object.entries(args).flatMap(([name, value]) => named(name, value));
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
