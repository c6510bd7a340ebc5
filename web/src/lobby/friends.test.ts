import { beforeEach, expect, test, vi } from 'vitest';

import { friendsApi } from '../api/friends';
import type { Friends } from '../api/types';
import { friends } from './friends.svelte';

const AT = '2026-11-28T00:00:00Z';
const account = (id: string) => ({ id, name: id, kind: 'person' as const });
const LIST: Friends = {
  items: [{ account: account('ann'), since: AT }],
  incoming: [{ account: account('bob'), at: AT }],
  outgoing: [{ account: account('cid'), at: AT }],
};

beforeEach(() => {
  vi.spyOn(friendsApi, 'list').mockResolvedValue(LIST);
});

test('list says how the account stands with others', async () => {
  await friends.load('me');
  const standings = ['ann', 'bob', 'cid', 'dan'].map((id) => friends.standingWith(id));
  expect(standings).toEqual(['friends', 'asks', 'asked', 'none']);
  expect(friends.waiting).toBe(1);
});

test('list is empty without an account', async () => {
  await friends.load('me');
  await friends.load(undefined);
  expect(friends.list).toEqual({ items: [], incoming: [], outgoing: [] });
});

test('late list of the account before is dropped', async () => {
  let answer: (list: Friends) => void = () => undefined;
  vi.spyOn(friendsApi, 'list').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const late = friends.load('me');
  await friends.load(undefined);
  answer(LIST);
  await late;
  expect(friends.waiting).toBe(0);
});
