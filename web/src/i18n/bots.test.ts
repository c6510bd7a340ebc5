import { afterEach, beforeEach, expect, test } from 'vitest';

import { GAMES, inGerman } from '../../tests/server';
import { bots, translatedName } from './bots.svelte';
import { language } from './text';

beforeEach(() => {
  const all = [...GAMES.bots, ...GAMES.teachers];
  bots.describe(all);
  bots.describe(inGerman(all), 'de');
});
afterEach(() => language.choose('en'));

test('a built-in bot has a name in each language, numbered as at the table', async () => {
  expect(translatedName('Easy 2', 'easy')).toBe('Easy 2');
  await language.choose('de');
  expect(translatedName('Easy', 'easy')).toBe('Leicht');
  expect(translatedName('Easy 2', 'easy')).toBe('Leicht 2');
  expect(translatedName('Guide', 'guide')).toBe('Lehrmeister');
});

test('names of people, of untranslated bots and of replaced players are not translated', async () => {
  await language.choose('de');
  expect(translatedName('Easy', undefined)).toBe('Easy');
  expect(translatedName('Oracle 2', 'oracle')).toBe('Oracle 2');
  expect(translatedName('Ada', 'easy')).toBe('Ada');
  expect(translatedName('Easy Rider', 'easy')).toBe('Easy Rider');
});
