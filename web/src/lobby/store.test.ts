import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { match } from '../../tests/server';
import { followMyMatches, lobby, watchMyMatches } from './store.svelte';
import type { AccountLine } from '../api/types';
import { session } from '../session/store.svelte';

const ME = { id: 'a_vex', name: 'Vex', kind: 'guest' };
let say: (line: AccountLine) => void;
let breakOff: () => void;
let asked: string[] = [];
/** What the server answers when it is asked for the account's matches. */
let list: () => Promise<Response>;
let stops: (() => void)[] = [];

beforeEach(async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(lines) {
      say = (line) => lines.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
      breakOff = () => lines.close();
    },
  });
  asked = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    if (address.endsWith('/me/stream')) return Promise.resolve(new Response(stream));
    if (/\/guests$|\/me(?:\?|$)/.test(address))
      return Promise.resolve(Response.json({ account: ME }));
    return list();
  });
  list = () => Promise.resolve(listed('m_old'));
  if (!session.account) await session.takeName('Vex');
  stops = [watchMyMatches(), followMyMatches(ME.id)];
  await vi.waitFor(() => expect(ids()).toEqual(['m_old']));
});

afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

function listed(...ids: string[]): Response {
  return Response.json({ items: ids.map((id) => match({ id })) });
}

function waitsSince(id: string, waiting_since: string, asks: object): void {
  const seats = [
    { seat: 0, kind: 'human' as const, name: 'Vex', account: 'a_vex', you: true as const },
    { seat: 1, kind: 'human' as const, name: 'Ann', account: 'a_ann' },
  ];
  say({ t: 'match', match: match({ id, status: 'playing', seats, waiting_since, ...asks }) });
}

function ids(): string[] {
  return lobby.mine.map(({ id }) => id);
}

test('a question brings its table to the front, its end puts it back', async () => {
  say({ t: 'match', match: match({ id: 'm_new', status: 'playing' }) });
  say({ t: 'decision', match: 'm_old', seat: 0, ply: 3, decisions: [question({})] });
  await vi.waitFor(() => expect(ids()).toEqual(['m_old', 'm_new']));
  expect(lobby.waitingForMe.map(({ id }) => id)).toEqual(['m_old']);
  say({ t: 'end', match: 'm_old', status: 'finished' });
  await vi.waitFor(() => expect(ids()).toEqual(['m_new', 'm_old']));
  expect(lobby.waitingForMe).toEqual([]);
});

test('tables wait in the order of their last change, for consent too', async () => {
  waitsSince('m_late', '2026-01-03T00:00:00Z', { your_turn: true });
  waitsSince('m_first', '2026-01-01T00:00:00Z', { your_consent: true });
  waitsSince('m_second', '2026-01-02T00:00:00Z', { your_turn: true });
  const order = ['m_first', 'm_second', 'm_late'];
  await vi.waitFor(() => expect(lobby.waitingForMe.map(({ id }) => id)).toEqual(order));
});

test('a question that is repeated keeps the place of its table', async () => {
  waitsSince('m_first', '2026-01-01T00:00:00Z', { your_turn: true });
  waitsSince('m_second', '2026-01-02T00:00:00Z', { your_turn: true });
  say({ t: 'decision', match: 'm_first', seat: 0, ply: 3, decisions: [question({})] });
  waitsSince('m_third', '2026-01-03T00:00:00Z', { your_turn: true });
  const order = ['m_first', 'm_second', 'm_third'];
  await vi.waitFor(() => expect(lobby.waitingForMe.map(({ id }) => id)).toEqual(order));
});

test('an optional question does not make it my turn', async () => {
  say({
    t: 'decision',
    match: 'm_old',
    seat: 0,
    ply: 3,
    decisions: [question({ optional: true })],
  });
  say({ t: 'match', match: match({ id: 'm_new' }) });
  await vi.waitFor(() => expect(ids()).toContain('m_new'));
  expect(lobby.waitingForMe).toEqual([]);
});

test('a table waits for me where other people do, not where bots do', async () => {
  const me = { seat: 0, kind: 'human' as const, name: 'Vex', account: ME.id, you: true as const };
  const bot = { seat: 1, kind: 'bot' as const, name: 'Easy', bot: 'easy' };
  const gone = { seat: 2, kind: 'human' as const, account: 'a_ben', resigned: true as const };
  const ada = { seat: 2, kind: 'human' as const, name: 'Ada', account: 'a_ada' };
  const mine = { status: 'playing' as const, your_turn: true };
  say({ t: 'match', match: match({ ...mine, id: 'm_bots', seats: [me, bot, gone] }) });
  say({ t: 'match', match: match({ ...mine, id: 'm_people', seats: [me, bot, ada] }) });
  await vi.waitFor(() => expect(ids()).toContain('m_people'));
  expect(ids()).toContain('m_bots');
  expect(lobby.waitingForMe.map(({ id }) => id)).toEqual(['m_people']);
});

test('a seat that is kept for me is an invitation, no table of mine', async () => {
  const reserved = match({
    id: 'm_kept',
    seats: [{ seat: 0, kind: 'open', invited: 'Vex', for_you: true }],
  });
  say({ t: 'invite', match: reserved, seat: 0 });
  await vi.waitFor(() => expect(lobby.invitations.map(({ id }) => id)).toEqual(['m_kept']));
  expect(ids()).toEqual(['m_old']);
});

test('a list requested before a change does not overwrite it', async () => {
  let reply: (response: Response) => void = () => undefined;
  list = () => new Promise((resolve) => (reply = resolve));
  stops.push(watchMyMatches());
  say({ t: 'match', match: match({ id: 'm_new' }) });
  await vi.waitFor(() => expect(ids()).toContain('m_new'));
  list = () => Promise.resolve(listed('m_new', 'm_old', 'm_newest'));
  reply(listed('m_old'));
  await vi.waitFor(() => expect(ids()).toContain('m_newest'));
  expect(ids()).toContain('m_new');
});

function question({ optional = false }): Extract<AccountLine, { t: 'decision' }>['decisions'][0] {
  const prompt = { key: 'x', args: {}, text: 'X?' };
  return { id: '1.0', seat: 0, kind: 'amount', prompt, optional, undo: false, min: 0, max: 1 };
}

test('a server that was gone may have come back with a newer page', async () => {
  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  entry.setAttribute('src', '/assets/index-one.js');
  document.head.append(entry);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).not.toContain('/');
  breakOff();
  await vi.waitFor(() => expect(asked).toContain('/'), 5_000);
  entry.remove();
});
