import { expect, test } from 'vitest';

import { shellZones, type Rect } from '../../../table/layout/zones';
import { arenaZones, seenFloor, TRAY, type ArenaZones } from './arena_zones';

const HANDS = { full: { cardWidth: 144, lip: 88 }, low: { cardWidth: 136, lip: 60 } };
const DESKTOPS = [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;
/** What a finger can hit. */
const MIN_TILE_PX = 32;

const shellAt = (width: number, height: number) =>
  shellZones({ window: { width, height }, hands: HANDS, plates: true });

const right = ({ x, width }: Rect) => x + width;
const bottom = ({ y, height }: Rect) => y + height;
const overlap = (a: Rect, b: Rect) =>
  Math.min(right(a), right(b)) - Math.max(a.x, b.x) > 1 &&
  Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y) > 1;

/** The floor as it is seen. */
function seenOf({ floor, front }: ArenaZones): Rect {
  const { height } = seenFloor(floor.tilt.degrees);
  const { x, y, width } = front;
  return { x, width, y: y - height * floor.height, height: height * floor.height };
}

test.each(DESKTOPS)(
  'the arena fills the height at %i x %i, with trays in the corners',
  (...size) => {
    const shell = shellAt(...size);
    for (const seats of [2, 3, 4]) {
      const zones = arenaZones(shell, seats, true);
      const seen = seenOf(zones);
      const all = [seen, zones.front, zones.dials, zones.supply, ...zones.trays];
      expect(zones.form).toBe('corners');
      expect(zones.trays).toHaveLength(seats);
      expect(seen.height).toBeGreaterThan(shell.board.height * 0.85);
      expect(right(seen) - seen.x).toBeGreaterThan(shell.board.width * 0.48);
      for (const [place, rect] of all.entries()) {
        expect(rect.x).toBeGreaterThanOrEqual(0);
        expect(rect.y).toBeGreaterThanOrEqual(0);
        expect(right(rect)).toBeLessThanOrEqual(shell.board.width + 0.5);
        expect(bottom(rect)).toBeLessThanOrEqual(shell.board.height + 0.5);
        expect(all.slice(place + 1).some((other) => overlap(rect, other))).toBe(false);
      }
    }
  },
);

test('gems are settings of 34 px at the usual size, and as large for rivals', () => {
  const { unit, trays } = arenaZones(shellAt(1440, 900), 4, true);
  expect(36 * unit).toBeGreaterThan(34);
  expect(new Set(trays.map(({ width }) => width)).size).toBe(1);
  expect(trays[0]?.width).toBeCloseTo(TRAY.width * unit);
});

test.each([
  [390, 844],
  [360, 740],
  [740, 360],
] as const)('every tile of %i x %i can be hit by a finger', (width, height) => {
  const { floor } = arenaZones(shellAt(width, height), 4, true);
  const { far } = seenFloor(floor.tilt.degrees);
  const flat = Math.cos((floor.tilt.degrees * Math.PI) / 180);
  expect(((floor.width - 2 * floor.rim) / 10) * far).toBeGreaterThanOrEqual(MIN_TILE_PX);
  expect(((floor.height - 2 * floor.rim) / 10) * far * far * flat).toBeGreaterThanOrEqual(
    MIN_TILE_PX,
  );
});

test.each([
  [820, 1180],
  [390, 844],
  [360, 740],
] as const)('the arena is as wide as a window of %i x %i', (width, height) => {
  const zones = arenaZones(shellAt(width, height), 4, true);
  expect(zones.form).toBe('stacked');
  expect(right(zones.front)).toBeLessThanOrEqual(width);
  expect(zones.front.width).toBeGreaterThan(width * 0.94);
  expect(zones.plates?.width).toBe(width);
});
