import { expect, test } from 'vitest';

import { shellZones } from '../../../table/layout/zones';
import { fieldZones } from './field_zones';

const HANDS = { full: { cardWidth: 152, lip: 104 }, low: { cardWidth: 136, lip: 64 } };
const SIZES = [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [820, 1180],
] as const;

test.each(SIZES)('every zone of every army has one height at %i x %i', (width, height) => {
  for (const armies of [2, 3]) {
    const shell = shellZones({ window: { width, height }, hands: HANDS });
    const { zone, sideBySide } = fieldZones(shell, armies);
    expect(sideBySide).toBe(true);
    expect(zone).toBeGreaterThanOrEqual(armies === 2 ? 70 : 46);
    expect(2 * armies * zone).toBeLessThan(shell.board.height);
  }
});

test('a larger window gives units more room, never less', () => {
  const zoneAt = (height: number) =>
    fieldZones(shellZones({ window: { width: 1440, height }, hands: HANDS }), 2).zone;
  expect(zoneAt(1000)).toBeGreaterThanOrEqual(zoneAt(900) * 0.95);
});

test('battlefields are swiped on a phone', () => {
  const shell = shellZones({ window: { width: 390, height: 844 }, hands: HANDS });
  expect(fieldZones(shell, 2).sideBySide).toBe(false);
});
