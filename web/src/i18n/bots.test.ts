import { afterEach, beforeEach, expect, test } from 'vitest';

import { GAMES, inGerman } from '../../tests/server';
import { bots, translatedBotName } from './bots.svelte';
import { language } from './text';

beforeEach(() => {
  const all = [...GAMES.bots, ...GAMES.teachers];
  bots.describe(all);
  bots.describe(inGerman(all), 'de');
});
afterEach(() => language.choose('en'));

test('a built-in bot has a name in each language, numbered as at the table', async () => {
  expect(translatedBotName('Easy 2', 'easy')).toBe('Easy 2');
  await language.choose('de');
  expect(translatedBotName('Easy', 'easy')).toBe('Leicht');
  expect(translatedBotName('Easy 2', 'easy')).toBe('Leicht 2');
  expect(translatedBotName('Guide', 'guide')).toBe('Lehrmeister');
});

test('names of people, of untranslated bots and of replaced players are not translated', async () => {
  await language.choose('de');
  expect(translatedBotName('Easy', undefined)).toBe('Easy');
  expect(translatedBotName('Oracle 2', 'oracle')).toBe('Oracle 2');
  expect(translatedBotName('Ada', 'easy')).toBe('Ada');
  expect(translatedBotName('Easy Rider', 'easy')).toBe('Easy Rider');
});
