import { expect, test } from 'vitest';

import { english } from './texts/english';
import { german } from './texts/german';

/** Every path to a sentence, with the number of its arguments. */
function shape(part: unknown, path = ''): string[] {
  if (typeof part === 'string') return [path];
  if (typeof part === 'function') return [`${path}(${part.length})`];
  return Object.entries(part as object).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

function sentences(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [];
  return Object.values(part as object).flatMap(sentences);
}

test('the languages have the same sentences', () => {
  expect(shape(german)).toEqual(shape(english));
});

test('no sentence is empty', () => {
  for (const sentence of [...sentences(english), ...sentences(german)]) {
    expect(sentence.trim()).not.toBe('');
  }
});

test('a count says one and many', () => {
  expect(english.home.moves(1)).toBe('one move');
  expect(german.home.moves(2)).toBe('2 Züge');
});
