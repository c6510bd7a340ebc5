import type { Component } from 'svelte';

import AskAmount from './AskAmount.svelte';
import AskChoice from './AskChoice.svelte';
import type { Asking, Kind } from './asking';
import AskMix from './AskMix.svelte';
import AskOrder from './AskOrder.svelte';

/** One component for each kind of question; a kind without one does not compile. */
export const ASK_REGISTRY: { [K in Kind]: Component<Asking<K>> } = {
  choose: AskChoice,
  amount: AskAmount,
  mix: AskMix,
  order: AskOrder,
};
