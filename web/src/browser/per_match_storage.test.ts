import { beforeEach, expect, test } from 'vitest';

import { PerMatchStorage } from './per_match_storage';
import { writeStorage } from './storage';

beforeEach(() => localStorage.clear());

test('each match has its own value, the oldest are dropped first', () => {
  const read = new PerMatchStorage('chat-read');
  for (let number = 0; number <= 30; number += 1) read.set(`m_${number}`, `${number}`);
  read.set('m_1', 'again');
  expect(read.of('m_0')).toBe('');
  expect(read.of('m_1')).toBe('again');
  expect(read.of('m_30')).toBe('30');
});

test('what cannot be read is forgotten', () => {
  writeStorage('chat-read', 'nonsense');
  expect(new PerMatchStorage('chat-read').of('m_1')).toBe('');
});
