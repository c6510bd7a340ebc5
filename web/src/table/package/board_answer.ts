/** Board answer: what the `answer` and `inspect` events of a package's board do at the desk. */

import type { Answer, Decision } from '../../api/types';
import { askToConfirm } from '../desk/ask_to_confirm';
import { choiceNeedsConfirmation } from '../desk/confirmation';
import type { Desk } from '../desk/desk.svelte';
import { choiceOf } from '../desk/move.svelte';

/**
 * Answers like a press in the question bar, which asks for confirmation where that is due. Returns
 * whether it was an answer to an open question; anything else changes nothing.
 */
export function answerFromBoard(desk: Desk, detail: unknown): boolean {
  const { decision: id, answer } = membersOf(detail);
  const decision = openDecisions(desk).find((open) => open.id === id);
  if (!decision || !isAnswerTo(decision, answer)) return false;
  const option = optionOf(decision, answer);
  if (!option) void desk.answer(decision, answer);
  else if (choiceNeedsConfirmation(option)) askToConfirm(desk, option);
  else desk.take(option);
  return true;
}

/** Shows a component large, beside the element that asks for it; without one, closes it. */
export function inspectFromBoard(desk: Desk, detail: unknown, element: Element): void {
  const { component } = membersOf(detail);
  const isKnown = typeof component === 'string' && desk.components().has(component);
  const rect = element.getBoundingClientRect();
  desk.inspected = isKnown ? { target: `card:${component}`, rect, pinned: true } : undefined;
}

/** The questions that a board may answer. */
export function openDecisions(desk: Desk): Decision[] {
  return [...desk.required, ...desk.optional];
}

function membersOf(detail: unknown): Record<string, unknown> {
  return typeof detail === 'object' && detail !== null ? { ...detail } : {};
}

/** The choice that an answer is, where a question wants one option. */
function optionOf(decision: Decision, answer: Answer) {
  if (decision.kind !== 'choose') return undefined;
  const option = decision.options.find(({ key }) => key === answer);
  return option && { decision, option };
}

function isAnswerTo(decision: Decision, answer: unknown): answer is Answer {
  switch (decision.kind) {
    case 'choose': {
      const keys = decision.options.map(({ key }) => key);
      if (choiceOf(decision) === 'one')
        return (
          keys.some((key) => key === answer) || (decision.min === 0 && isSelection(answer, []))
        );
      return isSelection(answer, keys) && isWithin(answer.length, decision);
    }
    case 'order': {
      const keys = decision.options.map(({ key }) => key);
      return isSelection(answer, keys) && answer.length === keys.length;
    }
    case 'amount':
      return isWithin(answer, decision);
    case 'mix': {
      if (typeof answer !== 'object' || !answer || Array.isArray(answer)) return false;
      const counts = Object.entries(answer);
      const sum = counts.reduce((total, [, count]) => total + Number(count), 0);
      const fits = ([kind, count]: [string, unknown]) =>
        isWithin(count, { min: 0, max: decision.limits[kind] ?? -1 });
      return counts.every(fits) && isWithin(sum, decision);
    }
  }
}

/** Whether a value is a list of some of the keys, each at most once. */
function isSelection(value: unknown, keys: string[]): value is string[] {
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((key) => keys.includes(key))
  );
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
