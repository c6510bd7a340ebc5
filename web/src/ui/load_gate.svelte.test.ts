import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LoadGate } from './load_gate.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is held comes once it is whole, and stays', () => {
  let whole = $state(false);
  let gate: LoadGate | undefined;
  const end = $effect.root(() => {
    gate = new LoadGate(() => whole);
  });
  flushSync();
  expect(gate?.isClosed).toBe(true);

  flushSync(() => (whole = true));
  expect(gate?.isClosed).toBe(false);
  flushSync(() => (whole = false));
  expect(gate?.isClosed).toBe(false);
  end();
});

test('what never becomes whole comes after three seconds', () => {
  let gate: LoadGate | undefined;
  const end = $effect.root(() => {
    gate = new LoadGate(() => false);
  });
  flushSync();
  vi.advanceTimersByTime(2_900);
  expect(gate?.isClosed).toBe(true);

  vi.advanceTimersByTime(200);
  expect(gate?.isClosed).toBe(false);
  end();
});
