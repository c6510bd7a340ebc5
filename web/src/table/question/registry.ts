import type { Component } from 'svelte';

import type { Answer, Decision } from '../../api/types';
import type { Move } from '../desk/move.svelte';
import AskAmount from './AskAmount.svelte';
import AskChoice from './AskChoice.svelte';
import AskMix from './AskMix.svelte';
import AskOrder from './AskOrder.svelte';

export type Kind = Decision['kind'];
export type DecisionOf<K extends Kind> = Extract<Decision, { kind: K }>;

/** The props of every question component: the question and the unfinished move. */
export interface Asking<K extends Kind> {
  decision: DecisionOf<K>;
  move: Move;
  /** Nothing can be pressed while an answer is being sent. */
  busy: boolean;
  onanswer: (answer: Answer) => void;
}

/** One component for each kind of question; a kind without one does not compile. */
export const ASK: { [K in Kind]: Component<Asking<K>> } = {
  choose: AskChoice,
  amount: AskAmount,
  mix: AskMix,
  order: AskOrder,
};
