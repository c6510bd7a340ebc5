import { createSubscriber } from 'svelte/reactivity';

const SECOND_MS = 1_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, SECOND_MS / 4);
  return () => clearInterval(timer);
});

/** The current time; effects that read it rerun several times a second. */
export function tickingNow(): number {
  subscribe();
  return Date.now();
}
