// @vitest-environment node

import { expect, test } from 'vitest';

import { ClockSkew } from './clock_skew';

const NOON = '2026-11-22T12:00:00Z';
const AT_NOON = Date.parse(NOON);

test('the least delayed word of the server tells how far apart the clocks are', () => {
  const skew = new ClockSkew();
  expect(skew.now(5)).toBe(5);
  skew.observe(NOON, AT_NOON - 1_000 + 300);
  skew.observe(NOON, AT_NOON - 1_000 + 20);
  skew.observe(NOON, AT_NOON - 1_000 + 900);
  expect(skew.now(AT_NOON)).toBe(AT_NOON + 980);
});

test('a clock that was reset is trusted', () => {
  const skew = new ClockSkew();
  skew.observe(NOON, AT_NOON);
  skew.observe(NOON, AT_NOON + 3_600_000);
  expect(skew.now(AT_NOON + 3_600_000)).toBe(AT_NOON);
});
