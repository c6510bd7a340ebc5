import { expect, test } from 'vitest';

import { shellZones } from '../../../table/layout/zones';
import { arenaZones } from './arena_zones';

const HANDS = { full: { cardWidth: 144, lip: 88 }, low: { cardWidth: 136, lip: 60 } };
const shellAt = (width: number, height: number) =>
  shellZones({ window: { width, height }, hands: HANDS });

test.each([
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const)('the arena fills the height at %i x %i, beside the mats', (width, height) => {
  for (const seats of [2, 3, 4]) {
    const shell = shellAt(width, height);
    const zones = arenaZones(shell, seats, true);
    expect(zones.beside).toBe(true);
    expect(zones.arena).toBeLessThan(shell.board.height);
    expect(zones.arena).toBeGreaterThan(shell.board.height * 0.8);
    expect(shell.board.width - zones.arena).toBeGreaterThan(330);
  }
});

test('rivals keep whole mats while there is room', () => {
  expect(arenaZones(shellAt(1440, 900), 4, true).brief).toBe(false);
  expect(arenaZones(shellAt(1366, 768), 4, true).brief).toBe(true);
  expect(arenaZones(shellAt(1366, 768), 2, true).brief).toBe(false);
});

test.each([
  [820, 1180],
  [390, 844],
  [360, 740],
] as const)('the arena is as wide as the window of %i x %i has room for', (width, height) => {
  const { arena, beside } = arenaZones(shellAt(width, height), 4, true);
  expect(beside).toBe(false);
  expect(arena).toBeLessThanOrEqual(width);
  expect(arena).toBeGreaterThan(width * 0.6);
});
