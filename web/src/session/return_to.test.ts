// @vitest-environment node

import { expect, test } from 'vitest';

import { returnPath, withReturnTo } from './return_to';

test.each([
  ['/join/ABC', '/join/ABC'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['', '/'],
])('after signing in %s leads to %s', (wanted, path) => {
  expect(returnPath(new URLSearchParams({ next: wanted }))).toBe(path);
});

test('the way there keeps what is special in it', () => {
  const path = withReturnTo('/sign-in', '/join/A&B?x=1');
  expect(returnPath(new URL(path, 'http://here').searchParams)).toBe('/join/A&B?x=1');
  expect(withReturnTo('/sign-in', '/')).toBe('/sign-in');
});
