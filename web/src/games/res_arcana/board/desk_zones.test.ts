import { expect, test } from 'vitest';

import { shellZones, type Rect } from '../../../table/layout/zones';
import { deskZones } from './desk_zones';

const HANDS = { full: { cardWidth: 188, lip: 166 }, low: { cardWidth: 120, lip: 64 } };
const DESKTOPS = [
  [1024, 768],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;
const SMALL = [
  [820, 1180],
  [390, 844],
  [360, 740],
  [740, 360],
] as const;

const zonesOf = (width: number, height: number, seats: number, seated: boolean) =>
  deskZones(shellZones({ window: { width, height }, hand: seated, hands: HANDS }), seats, seated);

/** Whether two rectangles have a pixel in common. */
const overlap = (a: Rect, b: Rect) =>
  a.x + 0.5 < b.x + b.width &&
  b.x + 0.5 < a.x + a.width &&
  a.y + 0.5 < b.y + b.height &&
  b.y + 0.5 < a.y + a.height;

for (const seats of [2, 3, 4]) {
  for (const seated of [true, false]) {
    const who = `${seats} players, ${seated ? 'one seated here' : 'watched'}`;
    test.each([...DESKTOPS, ...SMALL])(`zones lie apart at %i x %i: ${who}`, (width, height) => {
      const zones = zonesOf(width, height, seats, seated);
      const parts = [
        ...zones.rivals.map(({ plate }) => plate),
        // On a phone they lie side by side, one in sight.
        ...(zones.carousel ? [zones.carousel] : zones.rivals.map(({ cards }) => cards)),
        zones.monuments,
        zones.items,
        ...(zones.ownRow ? [zones.ownRow] : []),
        ...(zones.candle ? [zones.candle] : []),
      ];
      const others = zones.place.columns === 5 ? [...parts, zones.places] : parts;
      for (const [index, part] of others.entries()) {
        for (const other of others.slice(index + 1)) expect(overlap(part, other)).toBe(false);
        expect(part.x).toBeGreaterThanOrEqual(0);
        expect(part.x + part.width).toBeLessThanOrEqual(zones.width + 1);
        expect(part.y + part.height).toBeLessThanOrEqual(zones.height);
      }
    });

    test.each(DESKTOPS)(`a desktop board of %i x %i holds all: ${who}`, (width, height) => {
      const shell = shellZones({ window: { width, height }, hand: seated, hands: HANDS });
      const zones = deskZones(shell, seats, seated);
      expect(zones.height * shell.scale).toBeLessThanOrEqual(shell.board.height + 1);
      expect(zones.rival).toBeGreaterThanOrEqual(64);
      expect(zones.place.height).toBeGreaterThanOrEqual(100);
      expect(zones.place.width).toBeGreaterThanOrEqual(zones.place.height);
    });
  }
}

test('own cards are 100 to 120 px wide from 1440 x 900', () => {
  for (const seats of [2, 3, 4]) {
    const { own } = zonesOf(1440, 900, seats, true);
    expect(own).toBeGreaterThanOrEqual(100);
    expect(own).toBeLessThanOrEqual(120);
  }
});
