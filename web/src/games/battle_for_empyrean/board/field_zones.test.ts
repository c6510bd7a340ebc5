import { expect, test } from 'vitest';

import { shellZones, type Rect } from '../../../table/layout/zones';
import { fieldZones, standsOf, UNIT_RATIO, type ArmyZone } from './field_zones';

const HANDS = { full: { cardWidth: 152, lip: 104 }, low: { cardWidth: 136, lip: 64 } };
const DESKTOPS = [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;
const SIZES = [...DESKTOPS, [820, 1180], [390, 844], [360, 740], [740, 360]] as const;
const VIEWPOINTS = [true, false].flatMap((seated) => [2, 3].map((armies) => ({ seated, armies })));

const zonesAt = (width: number, height: number, armies: number, seated = true) =>
  fieldZones(
    shellZones({ window: { width, height }, hand: seated, hands: HANDS, plates: true }),
    armies,
    seated,
  );
const bottomOf = ({ y, height }: Rect) => y + height;
const rightOf = ({ x, width }: Rect) => x + width;

test.each(SIZES)('armies, law and Might lie beside each other at %i x %i', (width, height) => {
  for (const { armies, seated } of VIEWPOINTS) {
    const { stage } = zonesAt(width, height, armies, seated);
    const [first] = stage.rivals;
    if (!first) throw new Error('there is a rival');
    expect(stage.rivals).toHaveLength(armies - 1);
    if (!stage.isAside) expect(bottomOf(stage.banner)).toBeLessThanOrEqual(first.y);
    else expect(rightOf(stage.banner)).toBeLessThanOrEqual(first.x);
    expect(bottomOf(first)).toBeLessThanOrEqual(stage.front.y);
    expect(bottomOf(stage.front)).toBeLessThanOrEqual(stage.own.y);
    expect(bottomOf(stage.own)).toBeLessThanOrEqual(stage.height);
    for (const zone of [...stage.rivals, stage.own, stage.banner, stage.front])
      expect(rightOf(zone)).toBeLessThanOrEqual(stage.width);
  }
});

test.each(SIZES)('all that is on the board lies on it at %i x %i', (width, height) => {
  for (const { armies, seated } of VIEWPOINTS) {
    const zones = zonesAt(width, height, armies, seated);
    for (const zone of [...zones.plates, zones.rounds, zones.tabs, zones.stages, zones.own]) {
      if (!zone) continue;
      expect(rightOf(zone)).toBeLessThanOrEqual(zones.width);
      expect(bottomOf(zone)).toBeLessThanOrEqual(zones.height);
    }
    if (!zones.isSwiped) {
      const rows = (armies + 1) / zones.columns;
      expect(rows * zones.stage.height).toBeLessThanOrEqual(zones.stages.height);
    }
  }
});

test.each(DESKTOPS)('units are never too small to be cards at %i x %i', (width, height) => {
  for (const { armies, seated } of VIEWPOINTS) {
    const { stage } = zonesAt(width, height, armies, seated);
    const least = armies > 2 ? 64 : 90;
    for (const army of [...stage.rivals, stage.own])
      expect(army.unit).toBeGreaterThanOrEqual(least);
    expect(stage.banner.height).toBeGreaterThanOrEqual(100);
  }
});

test('on phones the board of a table for two does not scroll', () => {
  for (const [width, height] of [
    [390, 844],
    [360, 740],
  ] as const)
    for (const armies of [2, 3]) {
      const shell = shellZones({ window: { width, height }, hands: HANDS, plates: true });
      const zones = fieldZones(shell, armies);
      expect(zones.isSwiped).toBe(true);
      expect(zones.height).toBe(shell.board.height);
    }
});

test('of each of six units 44 px show, and of the mark after fewer almost as much', () => {
  for (const [width, height] of SIZES.slice(0, 7))
    for (const armies of [2, 3]) {
      const { stage } = zonesAt(width, height, armies);
      for (const army of [...stage.rivals, stage.own])
        for (let units = 1; units <= 6; units += 1) {
          const { stands, mark } = standsOf(army, units, army === stage.own, units < 6);
          const inFirst = stands.filter(({ y }) => y === stands[0]?.y).map(({ x }) => x);
          const pitches = inFirst.slice(1).map((x, index) => x - (inFirst[index] ?? 0));
          if (units === 6) expect(Math.min(army.unit, ...pitches)).toBeGreaterThanOrEqual(43);
          for (const { x } of stands) {
            expect(x).toBeGreaterThanOrEqual(-1);
            expect(x + army.unit).toBeLessThanOrEqual(army.width + 1);
          }
          if (mark && army.ranks === 1)
            expect(mark.x + mark.width).toBeLessThanOrEqual(army.width + 1);
        }
    }
});

test('the first rank stands nearest to the front', () => {
  const army: ArmyZone = { x: 0, y: 0, width: 160, height: 180, unit: 64, ranks: 2 };
  const rows = (isNear: boolean) => standsOf(army, 4, isNear, false).stands.map(({ y }) => y > 0);
  expect(rows(true)).toEqual([false, false, false, true]);
  expect(rows(false)).toEqual([true, true, true, false]);
});

test('a unit does not move when a mark is shown or not', () => {
  const army: ArmyZone = { x: 0, y: 0, width: 400, height: 130, unit: 96, ranks: 1 };
  const { stands, mark } = standsOf(army, 3, true, true);
  expect(mark?.x).toBe((stands[2]?.x ?? 0) + 96 + 6);
  expect(UNIT_RATIO * army.unit).toBe(128);
});
