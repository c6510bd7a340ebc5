// @vitest-environment node

import { expect, test } from 'vitest';

import { asSeatRequest } from './table_form';

test('a seat is for me, for anybody, for a bot, or kept', () => {
  expect(asSeatRequest('me')).toEqual({ kind: 'me' });
  expect(asSeatRequest('bot:greedy')).toEqual({ kind: 'bot', bot: 'greedy' });
  expect(asSeatRequest('invite: Ada ')).toEqual({ kind: 'open', invite: 'Ada' });
  expect(asSeatRequest('invite:')).toEqual({ kind: 'open' });
});
