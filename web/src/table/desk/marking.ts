import type { Desk } from './desk.svelte';
import { chooses } from './move.svelte';
import type { Choice } from './targets';

/** Marks a choice that is an answer by itself, for a button to confirm; returns whether it is. */
export function mark(desk: Desk, { decision, option }: Choice): boolean {
  if (decision.kind !== 'choose' || chooses(decision) === 'many') return false;
  desk.turnTo(decision);
  desk.look = undefined;
  desk.doubt = { decision: decision.id, key: option.key };
  return true;
}
