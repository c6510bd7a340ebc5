// @vitest-environment node

import { expect, test } from 'vitest';

import { english } from '../src/i18n/texts/english';
import { german } from '../src/i18n/texts/german';

const ENGLISH = import.meta.glob('../src/**/texts/**/english.{ts,json}', { eager: true });
const GERMAN = import.meta.glob('../src/**/texts/**/german.{ts,json}', { eager: true });
const FILES = Object.keys(ENGLISH).filter((path) => !path.includes('/i18n/'));

/** The texts of a file, whatever they are exported as. */
function textsOf(module: unknown): unknown {
  const { default: json, english, german } = module as Record<string, unknown>;
  return english ?? german ?? json;
}

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

test('the languages of the pages have the same sentences, and none is empty', () => {
  expect(shape(german).sort()).toEqual(shape(english).sort());
  for (const sentence of [english, german].flatMap(sentences)) expect(sentence.trim()).not.toBe('');
});

test.each(FILES)('the languages have the same sentences: %s', (path) => {
  const other = GERMAN[path.replace('english', 'german')];
  expect(shape(textsOf(other)).sort()).toEqual(shape(textsOf(ENGLISH[path])).sort());
});

test('every game has its texts in both languages', () => {
  const games = Object.keys(import.meta.glob('../src/games/*/manifest.ts'));
  expect(games.length).toBeGreaterThan(0);
  for (const manifest of games) {
    expect(FILES).toContain(manifest.replace('manifest.ts', 'texts/lobby/english.json'));
  }
});

test('a count says one and many', () => {
  expect(english.home.moves(1)).toBe('one move');
  expect(german.home.moves(2)).toBe('2 Züge');
});
