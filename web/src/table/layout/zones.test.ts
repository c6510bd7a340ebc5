import { expect, test } from 'vitest';

import { gapOf, gapsOf, layoutOf, MIN_VISIBLE_PX, shellZones, type Rect } from './zones';

const SIZES = [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [820, 1180],
  [390, 844],
  [360, 740],
  [740, 360],
] as const;

const bottom = ({ y, height }: Rect) => y + height;

test.each(SIZES)('bands fill a window of %i x %i without gaps', (width, height) => {
  for (const hand of [true, false]) {
    for (const teaching of [true, false]) {
      const zones = shellZones({ window: { width, height }, hand, teaching });
      const bands = [zones.bar, zones.seats, zones.teaching, zones.board, zones.ribbon, zones.hand];
      let y = 0;
      for (const band of bands) {
        if (!band) continue;
        expect(band.y).toBe(y);
        y = bottom(band);
      }
      expect(y).toBe(height);
      expect(zones.board.height).toBeGreaterThan(height * 0.4);
      expect(zones.hand.height > 0).toBe(hand);
    }
  }
});

test('the ribbon is at most 96 px high at 1440 x 900, whatever the size of text', () => {
  for (const textSize of [0.9, 1, 1.15, 1.3]) {
    const { ribbon, bar } = shellZones({ window: { width: 1440, height: 900 }, textSize });
    expect(ribbon.height).toBeLessThanOrEqual(96);
    expect(bar.height).toBe(48);
  }
});

test.each(SIZES)('a drawer leaves bar and ribbon free at %i x %i', (width, height) => {
  const { bar, drawer, ribbon } = shellZones({ window: { width, height } });
  expect(drawer.y).toBeGreaterThanOrEqual(bottom(bar));
  expect(bottom(drawer)).toBeLessThanOrEqual(ribbon.y);
  expect(drawer.x + drawer.width).toBe(width);
});

test('a log is docked from 1720 px, and only if the viewer wants it', () => {
  const sideOf = (width: number, docked: boolean) =>
    shellZones({ window: { width, height: 1000 }, docked }).side;
  expect(sideOf(1719, true)).toBeUndefined();
  expect(sideOf(1720, false)).toBeUndefined();
  const { side, board } = shellZones({ window: { width: 1920, height: 1080 }, docked: true });
  expect(board.width + (side?.width ?? 0)).toBe(1920);
});

test.each([
  [1440, 900, 'desktop'],
  [820, 1180, 'upright'],
  [390, 844, 'phone'],
  [740, 360, 'sideways'],
] as const)('%i x %i is laid out as %s', (width, height, layout) => {
  expect(layoutOf({ width, height })).toBe(layout);
});

test('cards overlap once there is no room for their gaps, 44 px of each showing', () => {
  const widths = Array.from({ length: 6 }, () => 100);
  expect(gapOf(widths, 1000, 8)).toBe(8);
  expect(gapOf(widths, 500, 8)).toBe(-20);
  expect(gapOf(widths, 100, 8)).toBe(MIN_VISIBLE_PX - 100);
});

test('wide cards overlap before narrow ones, and all stay in the room', () => {
  expect(gapsOf([], 100, 8)).toEqual([]);
  expect(gapsOf([60, 60, 60], 196, 8)).toEqual([8, 8]);
  expect(gapsOf([120, 60, 60], 208, 8)).toEqual([-40, 8]);
  const widths = Array.from({ length: 17 }, (_, index) => (index % 5 ? 84 : 149));
  const gaps = gapsOf(widths, 600, 8);
  let left = 0;
  for (const [index, width] of widths.entries()) {
    expect(left + width).toBeLessThan(600.5);
    left += width + (gaps[index] ?? 0);
  }
});
