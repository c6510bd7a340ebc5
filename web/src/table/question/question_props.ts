import type { Answer, Decision } from '../../api/types';
import type { Move } from '../desk/move.svelte';

export type DecisionKind = Decision['kind'];
export type DecisionOf<K extends DecisionKind> = Extract<Decision, { kind: K }>;

/** The props of every question component: the question and the unfinished move. */
export interface QuestionProps<K extends DecisionKind> {
  decision: DecisionOf<K>;
  move: Move;
  /** Nothing can be pressed while an answer is being sent. */
  busy: boolean;
  onanswer: (answer: Answer) => void;
}
