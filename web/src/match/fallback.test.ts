import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { full, Line, patched, START } from '../../tests/line';
import { MatchStore } from './store.svelte';
import type { Transport } from './socket';

let sockets: Line[] = [];
let streams: Line[] = [];
let ways: Transport[] = [];
let store: MatchStore;

function newest(lines: Line[]): Line {
  const line = lines.at(-1);
  if (!line) throw new Error('no line');
  return line;
}

/** Websockets are refused until requests are tried. */
function refused(): void {
  for (let refusals = 0; refusals < 2; refusals += 1) {
    newest(sockets).drop();
    vi.advanceTimersByTime(2_000);
  }
}

/** Time in which the stream lives. */
function pass(seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 5) {
    vi.advanceTimersByTime(5_000);
    newest(streams).say({ t: 'pong', ply: 4 });
  }
}

/** Requests serve, and the websocket that is tried meanwhile is refused. */
function fallBack(): void {
  refused();
  newest(streams).greet(full(4, START));
  newest(sockets).drop();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ items: [], events: [] }))),
  );
  [sockets, streams, ways] = [[], [], []];
  store = new MatchStore('m_1', undefined, (transport) => {
    ways.push(transport);
    const line = new Line();
    (transport === 'socket' ? sockets : streams).push(line);
    return line;
  });
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after two refused websockets the match goes over requests', () => {
  refused();
  expect(ways).toEqual(['socket', 'socket', 'requests']);
  newest(streams).greet(full(4, START));
  expect(store.status).toBe('live');
  expect(store.usesFallback).toBe(false);
  newest(sockets).drop();
  expect(store.usesFallback).toBe(true);
  expect(store.status).toBe('live');
});

test('answers go over the requests, and what was not acknowledged before goes again', async () => {
  newest(sockets).greet(full(4, START));
  const answered = store.answer('4.0', 'take');
  const [first] = newest(sockets).sent;
  newest(sockets).drop();
  vi.advanceTimersByTime(1_000);
  fallBack();
  expect(newest(streams).sent).toEqual([first]);
  newest(streams).say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
});

test('a websocket that works again takes over in silence, with what is not acknowledged', async () => {
  fallBack();
  const answered = store.answer('4.0', 'take');
  const [sent] = newest(streams).sent;
  pass(60);
  expect(sockets).toHaveLength(4);
  newest(sockets).open();
  expect(newest(streams).closed).toBe(false);
  newest(sockets).greet(full(5, patched(START, { coins: 2 })));
  expect([store.status, store.ply, store.usesFallback]).toEqual(['live', 5, false]);
  expect(newest(streams).closed).toBe(true);
  expect(newest(sockets).sent).toEqual([sent]);
  newest(sockets).say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
  newest(sockets).drop();
  vi.advanceTimersByTime(1_000);
  expect(ways.at(-1)).toBe('socket');
});

test('websockets are tried again ever more seldom', () => {
  fallBack();
  const at: number[] = [];
  for (let minute = 1; minute <= 20; minute += 1) {
    const before = sockets.length;
    pass(60);
    if (sockets.length > before) at.push(minute);
    newest(sockets).drop();
  }
  expect(at).toEqual([1, 3, 7, 15]);
});

test('a websocket that opens and says nothing is refused as well', () => {
  newest(sockets).open();
  vi.advanceTimersByTime(15_100);
  vi.advanceTimersByTime(1_000);
  newest(sockets).open();
  vi.advanceTimersByTime(15_100);
  vi.advanceTimersByTime(1_000);
  expect(ways).toEqual(['socket', 'socket', 'requests']);
});

test('a server that was away is no refusal', () => {
  newest(sockets).greet(full(4, START));
  newest(sockets).drop();
  vi.advanceTimersByTime(1_000);
  refused();
  expect(ways.at(-1)).toBe('requests');
  newest(streams).greet(full(4, START));
  newest(sockets).greet(full(4, START));
  expect([store.status, store.usesFallback]).toEqual(['live', false]);
  expect(newest(streams).closed).toBe(true);
});

test('while the server is away, websockets and requests take turns', () => {
  refused();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    newest(ways.at(-1) === 'socket' ? sockets : streams).drop();
    vi.advanceTimersByTime(15_000);
  }
  expect(ways.slice(2)).toEqual(['requests', 'socket', 'requests', 'socket']);
  expect(store.usesFallback).toBe(false);
});

test('a match that cannot be reached at first is said to be unreachable', () => {
  expect(store.status).toBe('connecting');
  refused();
  expect(store.status).toBe('connecting');
  newest(streams).drop();
  expect(store.status).toBe('reconnecting');
});

test('no way is tried once the match is closed', () => {
  fallBack();
  store.close();
  const before = ways.length;
  vi.advanceTimersByTime(600_000);
  expect(ways).toHaveLength(before);
  expect(newest(streams).closed).toBe(true);
});
