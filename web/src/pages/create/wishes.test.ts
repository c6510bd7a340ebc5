// @vitest-environment node

import { expect, test } from 'vitest';

import { asSeat, asTerms, usualTerms } from './wishes';

test('a seat is for me, for anybody, for a bot, or kept', () => {
  expect(asSeat('me')).toEqual({ kind: 'me' });
  expect(asSeat('bot:greedy')).toEqual({ kind: 'bot', bot: 'greedy' });
  expect(asSeat('invite: Ada ')).toEqual({ kind: 'open', invite: 'Ada' });
  expect(asSeat('invite:')).toEqual({ kind: 'open' });
});

test('usual terms need no words', () => {
  expect(asTerms(usualTerms())).toEqual({
    visibility: 'public',
    spectators: 'live',
    autostart: true,
  });
});

test('a delay is told only where there is one', () => {
  const delay = { plies: 4, minutes: 0 };
  expect(asTerms({ ...usualTerms(), delay })).not.toHaveProperty('spectator_delay');
  expect(asTerms({ ...usualTerms(), spectators: 'delayed', delay })).toMatchObject({
    spectators: 'delayed',
    spectator_delay: delay,
  });
});

test('clock, ratings and giving up are told as they were chosen', () => {
  const clock = { kind: 'days' as const, days: 2, on_timeout: 'bot' as const };
  expect(asTerms({ ...usualTerms(), clock, rated: 'no', resign: 'forfeit' })).toMatchObject({
    clock,
    rated: false,
    resign: 'forfeit',
  });
});
