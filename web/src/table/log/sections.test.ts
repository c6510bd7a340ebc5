import { expect, test } from 'vitest';

import type { GameEvent } from '../../api/types';
import { linesOf, firstOfNewest, sectionsOf } from './sections';

const events = (...keys: string[]): GameEvent[] =>
  keys.map((key, id) => ({ id, key: `tiny.${key}`, args: {}, text: key, affects: [] }));

const LOG = events(
  'dealt',
  'dealt',
  'round_began',
  'places',
  'turn',
  'pays',
  'pays',
  'round_ended',
);

test('a turn or a round begins a section, and what comes first has one without a heading', () => {
  const sections = sectionsOf(LOG).map((section) => [
    section.id,
    section.heading?.text,
    section.events.length,
  ]);
  expect(sections).toEqual([
    [0, undefined, 2],
    [2, 'round_began', 1],
    [4, 'turn', 2],
    [7, 'round_ended', 0],
  ]);
  expect(sectionsOf([])).toEqual([]);
});

test('the newest sections have at least so many lines, all of them if there are fewer', () => {
  const sections = sectionsOf(LOG);
  expect([1, 2, 4, 5, 7, 100].map((count) => firstOfNewest(sections, count))).toEqual([
    7, 4, 4, 2, 0, 0,
  ]);
});

test('what is said several times in a row is one line', () => {
  const lines = linesOf(events('draws', 'draws', 'draws', 'pays', 'draws'));
  expect(lines.map(({ event, last, times }) => [event.id, last, event.text, times])).toEqual([
    [0, 2, 'draws', 3],
    [3, 3, 'pays', 1],
    [4, 4, 'draws', 1],
  ]);
  expect(linesOf([])).toEqual([]);
});
