import { createSubscriber } from 'svelte/reactivity';

import type { ClockSkew } from '../../match/clock_skew';

const TICK_MS = 250;

const subscribeToTicks = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** The server's time in milliseconds; effects that read it rerun as it advances. */
export function serverTime(skew: ClockSkew): number {
  subscribeToTicks();
  return skew.now();
}
