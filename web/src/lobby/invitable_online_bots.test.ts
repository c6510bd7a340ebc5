import { expect, test } from 'vitest';

import type { MatchInfo, OnlineBot } from '../api/types';
import { invitableOnlineBots } from './invitable_online_bots';

const table = {
  seats: [
    { seat: 0, kind: 'human', name: 'Ada' },
    { seat: 1, kind: 'open', invited: 'Vex' },
    { seat: 2, kind: 'open' },
  ],
  clock: { kind: 'bank' },
} as unknown as MatchInfo;

const bot = (name: string, accepts: OnlineBot['accepts']): OnlineBot => ({
  id: name,
  name,
  accepts,
});
const names = (match: MatchInfo, ...bots: OnlineBot[]) =>
  invitableOnlineBots(match, bots).map(({ name }) => name);

test('only bots that would accept the table are offered', () => {
  const bots = [
    bot('Any', {}),
    bot('Threes', { players: [3], clocks: ['bank'] }),
    bot('Twos', { players: [2] }),
    bot('Unclocked', { clocks: ['none'] }),
    bot('Rated', { unrated: false }),
    bot('Vex', {}),
  ];
  expect(names(table, ...bots)).toEqual(['Any', 'Threes']);
  expect(names({ ...table, rated: true }, ...bots)).toContain('Rated');
});

test('no more than six are offered', () => {
  expect(names(table, ...[...'abcdefgh'].map((name) => bot(name, {})))).toHaveLength(6);
});
