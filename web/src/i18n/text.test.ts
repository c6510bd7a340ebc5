// @vitest-environment node

import { expect, test } from 'vitest';

import { english as empyreanEnglish } from '../games/battle_for_empyrean/texts/english';
import { german as empyreanGerman } from '../games/battle_for_empyrean/texts/german';
import { english as kingsEnglish } from '../games/ascended_kings/texts/english';
import { german as kingsGerman } from '../games/ascended_kings/texts/german';
import { english as tableEnglish } from '../table/texts/english';
import { german as tableGerman } from '../table/texts/german';
import { english } from './texts/english';
import { german } from './texts/german';

const TEXTS = {
  pages: [english, german],
  table: [tableEnglish, tableGerman],
  empyrean: [empyreanEnglish, empyreanGerman],
  kings: [kingsEnglish, kingsGerman],
} as const;

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

test.each(Object.entries(TEXTS))('the languages have the same sentences: %s', (_, both) => {
  const [one, other] = both;
  expect(shape(other).sort()).toEqual(shape(one).sort());
});

test('no sentence of the pages is empty', () => {
  for (const sentence of TEXTS.pages.flatMap(sentences)) expect(sentence.trim()).not.toBe('');
});

test('a count says one and many', () => {
  expect(english.home.moves(1)).toBe('one move');
  expect(german.home.moves(2)).toBe('2 Züge');
});
