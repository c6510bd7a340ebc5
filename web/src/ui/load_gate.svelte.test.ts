import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LoadGate } from './load_gate.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is held comes once it is whole, and stays', () => {
  let whole = $state(false);
  let held: LoadGate | undefined;
  const end = $effect.root(() => {
    held = new LoadGate(() => whole);
  });
  flushSync();
  expect(held?.now).toBe(true);

  flushSync(() => (whole = true));
  expect(held?.now).toBe(false);
  flushSync(() => (whole = false));
  expect(held?.now).toBe(false);
  end();
});

test('what never becomes whole comes after three seconds', () => {
  let held: LoadGate | undefined;
  const end = $effect.root(() => {
    held = new LoadGate(() => false);
  });
  flushSync();
  vi.advanceTimersByTime(2_900);
  expect(held?.now).toBe(true);

  vi.advanceTimersByTime(200);
  expect(held?.now).toBe(false);
  end();
});
