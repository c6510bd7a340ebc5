import type { Desk } from './desk.svelte';
import { choiceOf } from './move.svelte';
import type { Choice } from './targets';

/**
 * If the choice is a complete answer, holds it until a button confirms it. Returns whether it did;
 * `confirmation` says which choices need that.
 */
export function askToConfirm(desk: Desk, { decision, option }: Choice): boolean {
  if (decision.kind !== 'choose' || choiceOf(decision) === 'many') return false;
  desk.turnTo(decision);
  desk.inspected = undefined;
  desk.unconfirmed = { decision: decision.id, key: option.key };
  return true;
}
