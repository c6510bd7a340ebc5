import { createSubscriber } from 'svelte/reactivity';

import type { ClockSkew } from '../../match/clock_skew';

const BEAT = 250;

const beats = createSubscriber((update) => {
  const timer = setInterval(update, BEAT);
  return () => clearInterval(timer);
});

/** The server's time in milliseconds; effects that read it rerun as it advances. */
export function serverTime(skew: ClockSkew): number {
  beats();
  return skew.now();
}
