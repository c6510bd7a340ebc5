import type { ChooseDecision, Option } from '../../api/types';
import { confirmAnswers } from '../../browser/table_preferences';
import { choiceOf } from './move.svelte';
import { isGrave, type Choice } from './targets';

/** Whether an option wants a second press, by the player's setting; never the only answer there is. */
export function optionNeedsConfirmation(option: Option, decision: ChooseDecision): boolean {
  const { options, min, optional } = decision;
  if (options.length === 1 && min > 0 && !optional) return false;
  return confirmAnswers.value === 'grave' ? isGrave(option) : confirmAnswers.value === 'always';
}

/** Whether a choice needs confirmation. Choices that only add to a move never do. */
export function choiceNeedsConfirmation({ decision, option }: Choice): boolean {
  return (
    decision.kind === 'choose' &&
    choiceOf(decision) === 'one' &&
    optionNeedsConfirmation(option, decision)
  );
}
