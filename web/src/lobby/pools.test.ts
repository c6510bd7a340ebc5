import { afterEach, expect, test, vi } from 'vitest';

import type { AccountLine, Pool, ReadyCheck } from '../api/types';
import { toasts } from '../ui/toasts.svelte';
import { handlePoolLine, pools } from './pools.svelte';

type Line = Extract<AccountLine, { t: 'ready_check' }>;

const POOL: Pool = {
  id: 'tiny-2-live-casual',
  game: 'tiny',
  title: 'Tiny',
  players: 2,
  pace: 'live',
  rated: false,
  bots: true,
  clock: { kind: 'bank', seconds: 1800, increment: 30 },
};

let number = 0;

function check(changes: Partial<ReadyCheck> = {}): Line {
  return {
    t: 'ready_check',
    id: `p_${number}`,
    pool: POOL,
    players: 2,
    deadline: '2026-11-28T12:00:20Z',
    seconds_left: 20,
    accepted: 0,
    status: 'open',
    ...changes,
  };
}

vi.stubGlobal('fetch', () =>
  Promise.resolve(
    new Response('{"items": []}', { headers: { 'Content-Type': 'application/json' } }),
  ),
);

afterEach(() => {
  number += 1;
  for (const { id } of toasts.list) toasts.dismiss(id);
});

test('an open ready check is shown with its own deadline, and gone once it is decided', () => {
  handlePoolLine(check());
  expect(pools.check?.accepted).toBe(0);
  expect(pools.deadlineMs - Date.now()).toBeGreaterThan(19_000);
  handlePoolLine(check({ accepted: 1, seconds_left: 12 }));
  expect(pools.check?.accepted).toBe(1);
  handlePoolLine(check({ status: 'dissolved' }));
  expect(pools.check).toBeUndefined();
});

test('a line that comes late does not bring a decided ready check back', () => {
  handlePoolLine(check());
  handlePoolLine(check({ status: 'dissolved' }));
  handlePoolLine(check({ accepted: 1 }));
  expect(pools.check).toBeUndefined();
});

test('a player who confirmed is told that the search goes on, one who did not that it is over', () => {
  handlePoolLine(check({ accept: true }));
  handlePoolLine(check({ accept: true, status: 'dissolved' }));
  expect(toasts.list.map(({ kind }) => kind)).toEqual(['note']);
  number += 1;
  handlePoolLine(check());
  handlePoolLine(check({ status: 'dissolved' }));
  expect(toasts.list.at(-1)?.kind).toBe('problem');
});

test('the places are those of the last line', () => {
  handlePoolLine({ t: 'pool', tickets: [{ pool: POOL, since: '2026-11-28T12:00:00Z' }] });
  expect(pools.tickets.map(({ pool }) => pool.id)).toEqual([POOL.id]);
  handlePoolLine({ t: 'pool', tickets: [] });
  expect(pools.tickets).toEqual([]);
});
