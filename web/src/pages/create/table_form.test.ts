// @vitest-environment node

import { expect, test } from 'vitest';

import { asSeatRequest, asTermsRequest, defaultTerms } from './table_form';

test('a seat is for me, for anybody, for a bot, or kept', () => {
  expect(asSeatRequest('me')).toEqual({ kind: 'me' });
  expect(asSeatRequest('bot:greedy')).toEqual({ kind: 'bot', bot: 'greedy' });
  expect(asSeatRequest('invite: Ada ')).toEqual({ kind: 'open', invite: 'Ada' });
  expect(asSeatRequest('invite:')).toEqual({ kind: 'open' });
});

test('usual terms need no words', () => {
  expect(asTermsRequest(defaultTerms())).toEqual({
    visibility: 'public',
    spectators: 'live',
    autostart: true,
  });
});

test('a delay is told only where there is one', () => {
  const delay = { plies: 4, minutes: 0 };
  expect(asTermsRequest({ ...defaultTerms(), delay })).not.toHaveProperty('spectator_delay');
  expect(asTermsRequest({ ...defaultTerms(), spectators: 'delayed', delay })).toMatchObject({
    spectators: 'delayed',
    spectator_delay: delay,
  });
});

test('clock, ratings and giving up are told as they were chosen', () => {
  const clock = { kind: 'days' as const, days: 2, on_timeout: 'bot' as const };
  expect(
    asTermsRequest({ ...defaultTerms(), clock, rated: 'no', resign: 'forfeit' }),
  ).toMatchObject({
    clock,
    rated: false,
    resign: 'forfeit',
  });
});
