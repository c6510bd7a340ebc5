import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Ambience } from './ambience.svelte';

const MINUTE_MS = 60_000;

let hidden = false;
let unwatch: () => void;
let ambience: Ambience;

function hide(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  hidden = false;
  ambience = new Ambience();
  unwatch = ambience.watch();
});

afterEach(() => {
  unwatch();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('ambience stops while nothing happens and goes on with the next press', () => {
  expect(ambience.isStill).toBe(false);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ambience.isStill).toBe(true);
  dispatchEvent(new Event('keydown'));
  expect(ambience.isStill).toBe(false);
});

test('ambience stops on a hidden page, whatever happens there', () => {
  hide(true);
  expect(ambience.isStill).toBe(true);
  ambience.wake();
  expect(ambience.isStill).toBe(true);
  hide(false);
  expect(ambience.isStill).toBe(false);
});

test('ambience is no longer watched after its end', () => {
  unwatch();
  vi.advanceTimersByTime(MINUTE_MS);
  hide(true);
  expect(ambience.isStill).toBe(false);
});
