import { expect, test } from 'vitest';

import { clearTop, type Edges } from './clear_place';

const LINE = { width: 200, height: 30 };
const ROOM: Edges = { left: 0, right: 1000, top: 100, bottom: 500 };
const across = (top: number, bottom: number): Edges => ({ left: 0, right: 1000, top, bottom });

test('a line stands at the end of the room that is preferred', () => {
  expect(clearTop(LINE, ROOM, [], 'bottom')).toBe(362);
  expect(clearTop(LINE, ROOM, [], 'top')).toBe(8);
});

test('it makes way for what is kept clear, and for nothing beside it', () => {
  const top = clearTop(LINE, ROOM, [across(440, 500)], 'bottom') ?? 0;
  expect(ROOM.top + top + LINE.height).toBeLessThanOrEqual(440);
  expect(ROOM.top + top + LINE.height).toBeGreaterThan(420);
  expect(clearTop(LINE, ROOM, [{ ...across(440, 500), right: 380 }], 'bottom')).toBe(362);
});

test('a gap that is too low is passed over', () => {
  expect(clearTop(LINE, ROOM, [across(100, 300), across(320, 500)], 'bottom')).toBeUndefined();
  expect(clearTop(LINE, ROOM, [across(100, 300), across(350, 500)], 'bottom')).toBe(218);
});
