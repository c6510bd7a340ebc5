import { chooses } from './move.svelte';
import { isGrave, type Choice } from './targets';

/** Whether a choice needs confirmation. Choices that only add to a move never do. */
export function asksFirst({ decision, option }: Choice): boolean {
  return isGrave(option) && !(decision.kind === 'choose' && chooses(decision) === 'many');
}
