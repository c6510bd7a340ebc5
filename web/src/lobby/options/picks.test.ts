// @vitest-environment node

import { expect, test } from 'vitest';

import { conflictingPicks, randomPicks, fittedPicks, missingPicks, pickCount } from './picks';
import type { Component } from '../../api/types';

const BOX: Component[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, place) => ({
  id,
  name: id.toUpperCase(),
  kind: 'tile',
  facts: { pair: Math.floor(place / 2) },
}));
const first = (): number => 0;

test('so many, and more for each seat', () => {
  expect(pickCount({ kind: 'tile', count: 1, more_by_seat: 1 }, 3)).toBe(4);
  expect(pickCount({ kind: 'tile', count: 5 }, 3)).toBe(5);
  expect(pickCount({ kind: 'tile', by_seat: true }, 3)).toBe(3);
});

test('nothing named leaves it open, some are too few or too many', () => {
  const picks = { kind: 'tile', count: 2 };
  expect(missingPicks(picks, [], 2)).toBe(0);
  expect(missingPicks(picks, ['a'], 2)).toBe(1);
  expect(missingPicks(picks, ['a', 'b', 'c'], 2)).toBe(-1);
});

test('by seat there is a place for each, none for seats that have gone', () => {
  const picks = { kind: 'tile', by_seat: true };
  expect(fittedPicks(picks, ['a'], 2)).toEqual(['a', '']);
  expect(fittedPicks(picks, ['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
  expect(fittedPicks(picks, ['', '', 'c'], 2)).toEqual([]);
  expect(missingPicks(picks, ['', 'b'], 2)).toBe(1);
});

test('two sides of a pair do not lie together', () => {
  const [a, b, c] = BOX;
  const picks = { kind: 'tile', count: 3, apart: 'pair' };
  if (!a || !b || !c) throw new Error();
  expect(conflictingPicks(picks, ['a', 'c'], b, BOX)).toEqual(['a']);
  expect(conflictingPicks(picks, ['a'], a, BOX)).toEqual([]);
  expect(conflictingPicks(picks, ['a'], c, BOX)).toEqual([]);
});

test('what is not named is drawn: others, apart, and only where a place is empty', () => {
  expect(randomPicks({ kind: 'tile', count: 3, apart: 'pair' }, ['d'], 2, BOX, first)).toEqual([
    'd',
    'a',
    'e',
  ]);
  expect(randomPicks({ kind: 'tile', by_seat: true }, ['', 'b', ''], 3, BOX, first)).toEqual([
    'a',
    'b',
    'c',
  ]);
});
