import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { full, happened, Line, patched, START } from '../../tests/line';
import { match as aMatch } from '../../tests/server';
import { hashOf } from './canonical_json';
import { MatchStore } from './store.svelte';
import type { Json, ServerFrame, View } from '../api/types';

function delta(ply: number, view: View, table: Record<string, Json>): ServerFrame {
  const hash = hashOf(view as unknown as Json);
  return { t: 'delta', ply, base: ply - 1, patch: { table }, events: [happened(ply)], hash };
}

let lines: Line[] = [];
let store: MatchStore;

function line(): Line {
  const newest = lines.at(-1);
  if (!newest) throw new Error('nobody has dialled');
  return newest;
}

function greet(frame: ServerFrame): void {
  line().greet(frame);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ items: [], events: [] }))),
  );
  lines = [];
  store = new MatchStore('m_1', undefined, () => {
    lines.push(new Line());
    return line();
  });
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a full frame makes it live, a delta moves it on', () => {
  greet(full(4, START, [happened(1)]));
  expect(store.status).toBe('live');
  const next = patched(START, { coins: 2 });
  line().say(delta(5, next, { coins: 2 }));
  expect(store.view).toEqual(next);
  expect(store.ply).toBe(5);
  expect(store.batch.before?.view).toEqual(START);
  expect(store.batch.events.map(({ id }) => id)).toEqual([5]);
  expect(store.log.map(({ id }) => id)).toEqual([1, 5]);
});

test('a lost frame is noticed at the next one and healed by a full', () => {
  greet(full(4, START));
  const six = patched(START, { coins: 1 });
  line().say(delta(6, six, { coins: 1 }));
  line().say(delta(7, six, {}));
  expect(store.ply).toBe(4);
  expect(line().kinds()).toEqual(['resync']);
  line().say(full(7, six));
  expect(store.view).toEqual(six);
  const eight = patched(six, { coins: 0 });
  line().say(delta(8, eight, { coins: 0 }));
  expect(store.ply).toBe(8);
});

test('a view that does not match its hash is asked for again', () => {
  greet(full(4, START));
  line().say(delta(5, START, { coins: 99 }));
  expect(store.view).toEqual(START);
  expect(line().kinds()).toEqual(['resync']);
});

test('what is already known is dropped in silence', () => {
  greet(full(4, START));
  line().say(delta(4, START, {}));
  expect(line().kinds()).toEqual([]);
});

test('a pong that is ahead asks for a full', () => {
  greet(full(4, START));
  vi.advanceTimersByTime(20_000);
  expect(line().kinds()).toEqual(['ping']);
  line().say({ t: 'pong', ply: 5 });
  expect(line().kinds()).toEqual(['ping', 'resync']);
});

test('an acknowledged answer whose frame is lost asks for a full', async () => {
  greet(full(4, START));
  const answered = store.answer('4.0', 'take');
  line().say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
  vi.advanceTimersByTime(3_000);
  expect(line().kinds()).toEqual(['answer', 'resync']);
});

test('an acknowledged answer is pending until its frame has come', async () => {
  greet(full(4, START));
  const answered = store.answer('4.0', 'take');
  line().say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
  expect(store.pending).toBe(true);
  line().say(delta(5, patched(START, { coins: 2 }), { coins: 2 }));
  expect(store.pending).toBe(false);
});

test('an answer without acknowledgement is sent again after a reconnect, with the same key', async () => {
  greet(full(4, START));
  const answered = store.answer('4.0', 'take');
  const first = line().sent[0];
  expect(store.pending).toBe(true);
  line().drop();
  expect(store.status).toBe('reconnecting');
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  greet(full(5, patched(START, { coins: 2 })));
  expect(line().sent).toEqual([first]);
  line().say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
  expect(store.pending).toBe(false);
  line().drop();
  vi.advanceTimersByTime(1_000);
  greet(full(5, START));
  expect(line().sent).toEqual([]);
});

test('an answer given while the line is down is sent when it is back', async () => {
  greet(full(4, START));
  line().drop();
  const answered = store.answer('4.0', 'take');
  vi.advanceTimersByTime(1_000);
  greet(full(4, START));
  expect(line().kinds()).toEqual(['answer']);
  line().say({ t: 'ack', ref: 1, ply: 5 });
  await answered;
});

test('a refusal becomes a problem with its name', async () => {
  greet(full(4, START));
  const answered = store.answer('3.0', 'take');
  const problem = { type: '/problems/stale-decision', title: 'Stale', status: 409, decisions: [] };
  line().say({ t: 'nack', ref: 1, problem });
  await expect(answered).rejects.toMatchObject({ type: 'stale-decision', status: 409 });
  expect(store.problem).toBeUndefined();
  expect(store.pending).toBe(false);
});

test('a command that goes unanswered makes the line doubted, and goes again on the next', async () => {
  greet(full(4, START));
  const given = store.answer('1.0', 'a');
  await vi.advanceTimersByTimeAsync(2_600);
  expect(line().kinds()).toEqual(['answer', 'ping']);
  const [first] = line().sent;
  await vi.advanceTimersByTimeAsync(6_100);
  expect(store.status).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(1_000);
  greet(full(4, START));
  expect(line().sent).toEqual([first]);
  line().say({ t: 'ack', ref: 1, ply: 4 });
  await given;
  expect(lines).toHaveLength(2);
});

test('a new line that never says anything is given up and dialled again', async () => {
  await vi.advanceTimersByTimeAsync(15_100);
  expect(line().closed).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines).toHaveLength(2);
  greet(full(4, START));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.status).toBe('live');
  expect(lines).toHaveLength(2);
});

test('a network that is away makes the line doubted', () => {
  greet(full(4, START));
  window.dispatchEvent(new Event('offline'));
  expect(line().kinds()).toEqual(['ping']);
});

test('silence after a ping is a dead line', () => {
  greet(full(4, START));
  vi.advanceTimersByTime(20_000);
  vi.advanceTimersByTime(6_000);
  expect(store.status).toBe('reconnecting');
  expect(line().closed).toBe(true);
});

test('the network coming back is not waited for', () => {
  greet(full(4, START));
  for (let attempt = 0; attempt < 6; attempt += 1) {
    line().drop();
    vi.advanceTimersByTime(15_000);
  }
  const before = lines.length;
  line().drop();
  window.dispatchEvent(new Event('online'));
  expect(lines).toHaveLength(before + 1);
});

test('a restart is a pause of the length that was announced', () => {
  greet(full(4, START));
  line().say({ t: 'restart', after: 5 });
  line().drop(1012);
  expect(store.status).toBe('restarting');
  vi.advanceTimersByTime(4_900);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  greet(full(4, START));
  expect(store.status).toBe('live');
});

test('no such match is final', async () => {
  greet(full(4, START));
  const answered = store.answer('4.0', 'take');
  line().drop(4004);
  await expect(answered).rejects.toMatchObject({ type: 'not-found' });
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
  expect(store.status).toBe('closed');
});

test('random frames are dropped and it heals every time', () => {
  let view = START;
  let seed = 7;
  greet(full(0, view));
  for (let ply = 1; ply <= 200; ply += 1) {
    view = patched(view, { coins: ply, [`t${ply}`]: ply, [`t${ply - 3}`]: null });
    seed = (seed * 48271) % 2147483647;
    const patch = { coins: ply, [`t${ply}`]: ply, [`t${ply - 3}`]: null };
    if (seed % 4) line().say(delta(ply, view, patch));
    const asked = line().sent.filter(({ t }) => t === 'resync').length;
    if (asked) {
      line().sent = [];
      line().say(full(ply, view));
    }
  }
  line().say({ t: 'pong', ply: 201 });
  line().say(full(200, view));
  expect(store.view).toEqual(view);
});

test('a match that was asked for just now is not asked for again, unless it has moved on', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response(JSON.stringify({ items: [], events: [] })));
  });
  const known = aMatch({ id: 'm_1', status: 'playing' });
  const another = new MatchStore('m_1', known, () => {
    lines.push(new Line());
    return line();
  });
  const questions = (): number => asked.filter((address) => address.endsWith('/m_1')).length;
  greet(full(4, START));
  expect(another.match).toEqual(known);
  expect(questions()).toBe(0);
  line().say(full(5, { ...START, status: 'finished' }));
  await vi.advanceTimersByTimeAsync(10);
  expect(questions()).toBe(1);
  another.close();
});
