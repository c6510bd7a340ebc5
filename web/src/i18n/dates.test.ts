import { afterEach, expect, test, vi } from 'vitest';

import { formatAge } from './dates';

afterEach(() => void vi.useRealTimers());

test('ago uses the largest full unit, and is undefined in the first minute', () => {
  vi.useFakeTimers({ now: new Date('2026-05-03T12:00:00Z') });
  const before = (seconds: number) =>
    formatAge(new Date(Date.now() - seconds * 1000).toISOString())?.replaceAll('\u00A0', ' ');
  expect([59, 60, 12 * 60 + 30, 3 * 3600 + 1, 50 * 3600, -5].map(before)).toEqual([
    undefined,
    '1 min. ago',
    '12 min. ago',
    '3 hr. ago',
    '2 days ago',
    undefined,
  ]);
});
