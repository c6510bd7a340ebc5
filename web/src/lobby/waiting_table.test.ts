import { expect, test } from 'vitest';

import type { MatchInfo, Seat } from '../api/types';
import { fellowPlayers, isExpectedAt, waitingTable } from './waiting_table';

const OPEN = { kind: 'open' } as const;
const table = (seats: Partial<Seat>[], facts: Partial<MatchInfo> = {}): MatchInfo =>
  ({
    id: 'm_1',
    status: 'open',
    creator: 'ann',
    seats: seats.map((seat, number) => ({ ...seat, seat: number })),
    ...facts,
  }) as MatchInfo;

test('waiting table is one that the account hosts and that has a free seat', () => {
  const free = table([{ kind: 'human', account: 'ann' }, { ...OPEN, invited: 'Bob' }, OPEN]);
  expect(waitingTable([free], 'ann')).toEqual({ match: free, seat: 2 });
  expect(waitingTable([free], 'bob')).toBeUndefined();
  expect(waitingTable([table([OPEN], { host: 'bob' })], 'ann')).toBeUndefined();
  expect(waitingTable([table([OPEN], { status: 'playing' })], 'ann')).toBeUndefined();
  expect(waitingTable([table([{ ...OPEN, invited: 'Bob' }])], 'ann')).toBeUndefined();
});

test('player who sits or is invited is expected at the table', () => {
  const match = table([
    { kind: 'human', account: 'ann' },
    { ...OPEN, invited: 'Bob' },
  ]);
  const expected = [
    { id: 'ann', name: 'Ann' },
    { id: 'bob', name: 'Bob' },
    { id: 'cid', name: 'Cid' },
  ].map((person) => isExpectedAt(match, person));
  expect(expected).toEqual([true, true, false]);
});

test('fellow players are the other people', () => {
  const seats = [
    { kind: 'human', account: 'ann', name: 'Ann', you: true },
    { kind: 'human', account: 'bob', name: 'Bob' },
    { kind: 'bot', name: 'Normal bot' },
  ] as const;
  expect(fellowPlayers(table([...seats]))).toEqual(['Bob']);
});
