import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import type { GameEvent, View } from '../../api/types';
import { BOARD as EMPYREAN, StillEmpyrean } from '../../../tests/games/battle_for_empyrean/fixture';
import { Desk, deskContext } from '../desk/desk.svelte';
import { reachedGoal } from './moments';
import MomentBanner from './MomentBanner.svelte';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const view = (...points: number[]): View =>
  ({ players: points.map((_, seat) => ({ seat })), table: points }) as unknown as View;

const BOARD = {
  goal: () => 10,
  standing: ({ table }: View, seat: number) => ({
    points: (table as unknown as number[])[seat] ?? 0,
    label: '',
  }),
};

const momentText = () => document.querySelector('.moment')?.textContent.trim();
const event = (id: number, key: string, args: GameEvent['args'] = {}): GameEvent => ({
  ...{ id, args, affects: [] },
  key: `battle_for_empyrean.${key}`,
  text: `Text of ${key}`,
});

test('the goal is reached once: by whoever had less before', () => {
  expect(reachedGoal(BOARD, view(9, 10, 3), view(11, 10, 4))).toEqual([[0, 11]]);
  expect(reachedGoal(BOARD, view(9, 9), view(10, 10))).toEqual([
    [0, 10],
    [1, 10],
  ]);
  expect(reachedGoal(BOARD, view(10, 3), view(9, 3))).toEqual([]);
});

test('nothing is announced without a view before it, or in a game without a goal', () => {
  expect(reachedGoal(BOARD, undefined, view(10))).toEqual([]);
  expect(reachedGoal({ standing: BOARD.standing }, view(9), view(10))).toEqual([]);
});

test('big moments are announced one after another, as soon as they are narrated', () => {
  vi.useFakeTimers();
  const source = new StillEmpyrean('command');
  const desk = new Desk(source, () => new Map(), EMPYREAN);
  render(MomentBanner, { context: deskContext(desk) });
  const happens = (...events: GameEvent[]) => {
    source.log = [...source.log, ...events];
    flushSync();
  };
  expect(momentText()).toBeUndefined();
  happens(event(9000, 'round', { n: 3 }), event(9001, 'keeps'));
  expect(momentText()).toBeUndefined();
  source.threats = [
    { key: 'battle_for_empyrean.last_round', args: {}, text: 'This is the last round' },
  ];
  flushSync();
  expect(momentText()).toBe('This is the last round');
  happens(event(9003, 'end_of_game'));
  expect(momentText()).toBe('This is the last round');
  vi.advanceTimersByTime(2700);
  flushSync();
  expect(momentText()).toBe('Text of end_of_game');
  vi.advanceTimersByTime(2700);
  flushSync();
  expect(momentText()).toBeUndefined();
});

test('what happened before the table was opened is not announced', () => {
  const source = new StillEmpyrean('command');
  const history = source.log;
  source.log = [];
  render(MomentBanner, {
    context: deskContext(new Desk(source, () => new Map(), EMPYREAN)),
  });
  source.log = [...history, event(9000, 'end_of_game')];
  flushSync();
  expect(momentText()).toBeUndefined();
  source.log = [...source.log, event(9001, 'end_of_game')];
  flushSync();
  expect(momentText()).toBe('Text of end_of_game');
});
