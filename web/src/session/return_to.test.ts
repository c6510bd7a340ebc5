// @vitest-environment node

import { expect, test } from 'vitest';

import { nextFrom, withNext } from './return_to';

test.each([
  ['/join/ABC', '/join/ABC'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['', '/'],
])('after signing in %s leads to %s', (wanted, found) => {
  expect(nextFrom(new URLSearchParams({ next: wanted }))).toBe(found);
});

test('the way there keeps what is special in it', () => {
  const path = withNext('/sign-in', '/join/A&B?x=1');
  expect(nextFrom(new URL(path, 'http://here').searchParams)).toBe('/join/A&B?x=1');
  expect(withNext('/sign-in', '/')).toBe('/sign-in');
});
