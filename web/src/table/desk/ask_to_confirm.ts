import type { Desk } from './desk.svelte';
import { choiceOf } from './move.svelte';
import type { Choice } from './targets';

/** Marks a choice that is an answer by itself, for a button to confirm; returns whether it is.
 * Which choices need that is in `confirmation`. */
export function askToConfirm(desk: Desk, { decision, option }: Choice): boolean {
  if (decision.kind !== 'choose' || choiceOf(decision) === 'many') return false;
  desk.turnTo(decision);
  desk.inspected = undefined;
  desk.unconfirmed = { decision: decision.id, key: option.key };
  return true;
}
