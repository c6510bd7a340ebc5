import type { Component } from 'svelte';

import AskAmount from './AskAmount.svelte';
import AskChoice from './AskChoice.svelte';
import type { DecisionKind, QuestionProps } from './question_props';
import AskMix from './AskMix.svelte';
import AskOrder from './AskOrder.svelte';

/** One component for each kind of question; a kind without one does not compile. */
export const QUESTION_COMPONENTS: { [K in DecisionKind]: Component<QuestionProps<K>> } = {
  choose: AskChoice,
  amount: AskAmount,
  mix: AskMix,
  order: AskOrder,
};
