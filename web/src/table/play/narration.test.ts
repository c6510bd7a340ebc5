import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { GameEvent } from '../../api/types';
import {
  BOARD,
  FRAMES,
  GAME,
  INFO,
  StillEmpyrean,
} from '../../../tests/games/battle_for_empyrean/fixture';
import { Desk, deskContext } from '../desk/desk.svelte';
import MatchTable from '../MatchTable.svelte';
import EventTicker from './EventTicker.svelte';

/** What jsdom lacks to move anything. */
Element.prototype.animate ??= () => ({ cancel() {}, finish() {} }) as unknown as Animation;

const moving = (wanted = true) =>
  vi.stubGlobal('matchMedia', () => ({ matches: !wanted, addEventListener: () => {} }));

beforeEach(() => moving());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const EVENTS: GameEvent[] = ['places', 'pays', 'gains', 'turns'].map((did, index) => ({
  id: 900 + index,
  key: `tiny.${did}`,
  args: {},
  text: `Ada ${did}`,
  affects: [],
}));

/** A table at which the events have just happened, and a question follows them. */
function happened(events = EVENTS, change: (source: StillEmpyrean) => void = () => {}) {
  vi.useFakeTimers();
  const source = new StillEmpyrean('command');
  const desk = new Desk(source, () => new Map());
  render(EventTicker, { context: deskContext(desk) });
  const log = source.log.length;
  change(source);
  source.batch = { ply: source.ply + 1, before: source.position, events };
  source.log = [...source.log, ...events];
  flushSync();
  const pass = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    flushSync();
  };
  return { desk, source, pass, lines: () => desk.log.length - log };
}

test('a question waits until what led to it was told, and the log grows with the captions', () => {
  const { desk, pass, lines } = happened();
  const seen: [number, boolean][] = [];
  for (let time = 0; time <= 1000; time += 110) {
    seen.push([lines(), desk.active !== undefined]);
    pass(110);
  }
  expect(seen[0]).toEqual([1, false]);
  expect(seen.map(([count]) => count)).toEqual([...seen.map(([count]) => count)].sort());
  expect(seen.filter(([count]) => count < 4).every(([, asked]) => !asked)).toBe(true);
  expect([lines(), desk.active !== undefined]).toEqual([4, true]);
});

test('ears are told everything before the question', () => {
  const { desk } = happened();
  expect(desk.active).toBeUndefined();
  screen.getByText('Ada places. Ada pays. Ada gains. Ada turns');
});

test('however much happened, a question waits a second at most', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...EVENTS[0], id: 900 + index }));
  const { desk, pass, lines } = happened(many as GameEvent[]);
  pass(500);
  expect(desk.active).toBeUndefined();
  pass(500);
  expect([desk.active !== undefined, lines()]).toEqual([true, 60]);
});

test('one thing that happens holds nothing up', () => {
  const { desk, lines } = happened(EVENTS.slice(0, 1));
  expect([desk.active !== undefined, lines()]).toEqual([true, 1]);
});

test('where nothing happens, what is being told goes on', () => {
  const { desk, source, pass, lines } = happened();
  source.batch = { ply: source.ply + 2, before: source.position, events: [] };
  flushSync();
  expect(desk.active).toBeUndefined();
  pass(1000);
  expect([desk.active !== undefined, lines()]).toEqual([true, 4]);
});

test('what happens next ends what was told before', () => {
  const { desk, source, lines } = happened();
  const next = EVENTS.map((event) => ({ ...event, id: event.id + 10 }));
  source.batch = { ply: source.ply + 2, before: source.position, events: next };
  source.log = [...source.log, ...next];
  flushSync();
  expect([desk.active !== undefined, lines()]).toEqual([false, 5]);
});

const soon = (seconds: number) => (source: StillEmpyrean) => {
  source.clock = { kind: 'move', on_timeout: 'default' };
  source.waiting = [{ seat: 0, deadline: new Date(Date.now() + seconds * 1000).toISOString() }];
};
const NO_WAIT: [string, (source: StillEmpyrean) => void][] = [
  ['without movement', () => moving(false)],
  ['in a hidden tab', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
  ['under 15 seconds of clock', soon(14)],
];

test.each(NO_WAIT)('nothing waits %s', (_, change) => {
  const { desk, lines } = happened(EVENTS, change);
  expect([desk.active !== undefined, lines()]).toEqual([true, 4]);
});

test('with time on the clock the question waits', () => {
  expect(happened(EVENTS, soon(16)).desk.active).toBeUndefined();
});

test('a tab that is turned away from waits no longer', async () => {
  const { desk } = happened();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await fireEvent(document, new Event('visibilitychange'));
  expect(desk.active).toBeDefined();
});

/** The board of Battle for Empyrean while a Reveal of many cards is played. */
async function revealing() {
  const source = new StillEmpyrean('round8');
  render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await vi.waitFor(() => expect(document.querySelector('.board')).not.toBeNull(), 8000);
  await fireEvent.keyDown(document.body, { key: 'l' }); // opens the log
  await vi.waitFor(() => expect(document.querySelector('.log')).not.toBeNull());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  source.goTo('round8_answered');
  flushSync();
  const lines = () => document.querySelectorAll('.log [data-event]').length;
  return { source, lines };
}

const asks = () => screen.queryByRole('heading', { name: 'Keep one of the cards you drew' });

test('a Reveal of several holds log and question for three seconds at most', async () => {
  const { lines } = await revealing();
  const all = FRAMES.round8_answered.log.length;
  expect(asks()).toBeNull();
  screen.getByText(/You will be asked in a moment/);
  const before = lines();
  expect(before).toBe(all - FRAMES.round8_answered.events.length);
  vi.advanceTimersByTime(1500);
  flushSync();
  expect(asks()).toBeNull();
  expect(lines()).toBeGreaterThan(before);
  expect(lines()).toBeLessThan(all);
  vi.advanceTimersByTime(1500);
  flushSync();
  expect(asks()).not.toBeNull();
  expect(lines()).toBe(all);
});

test.each([
  ['key', () => fireEvent.keyDown(document.body, { key: '1' })],
  ['tap', () => fireEvent.pointerDown(document.body)],
])('any %s skips the wait, and answers nothing', async (_, press) => {
  const { source, lines } = await revealing();
  await press();
  await fireEvent.click(document.body);
  flushSync();
  expect(asks()).not.toBeNull();
  expect(lines()).toBe(FRAMES.round8_answered.log.length);
  expect(source.given).toEqual([]);
});
