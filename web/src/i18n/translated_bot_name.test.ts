import { afterEach, expect, test } from 'vitest';

import { translatedBotName } from './translated_bot_name';
import { language } from './text';

afterEach(() => language.choose('en'));

test('a built-in bot has a name in each language, numbered as at the table', async () => {
  expect(translatedBotName('Easy 2', 'easy')).toBe('Easy 2');
  await language.choose('de');
  expect(translatedBotName('Easy', 'easy')).toBe('Leicht');
  expect(translatedBotName('Easy 2', 'easy')).toBe('Leicht 2');
  expect(translatedBotName('Guide', 'guide')).toBe('Lehrmeister');
  await language.choose('fr');
  expect(translatedBotName('Hard 1', 'hard')).toBe('Difficile 1');
});

test('other names stay: of people, of hosts’ own bots, of whom a bot stands in for', async () => {
  await language.choose('de');
  expect(translatedBotName('Easy', undefined)).toBe('Easy');
  expect(translatedBotName('Oracle', 'oracle')).toBe('Oracle');
  expect(translatedBotName('Ada', 'easy')).toBe('Ada');
  expect(translatedBotName('Easy Rider', 'easy')).toBe('Easy Rider');
});
