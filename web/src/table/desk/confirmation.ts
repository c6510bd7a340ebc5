import type { Option } from '../../api/types';
import { confirm } from '../../browser/comfort';
import { chooses } from './move.svelte';
import { isGrave, type Choice } from './targets';

/** Whether an option wants a second press, by the player's setting. */
export function isDoubted(option: Option): boolean {
  return confirm.value === 'grave' ? isGrave(option) : confirm.value === 'always';
}

/** Whether a choice needs confirmation. Choices that only add to a move never do. */
export function asksFirst({ decision, option }: Choice): boolean {
  return isDoubted(option) && !(decision.kind === 'choose' && chooses(decision) === 'many');
}
