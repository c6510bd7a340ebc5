import { afterEach, expect, test } from 'vitest';

import { namedInLanguage } from './bot_names';
import { language } from './text';

afterEach(() => language.choose('en'));

test('a built-in bot has a name in each language, numbered as at the table', async () => {
  expect(namedInLanguage('Easy 2', 'easy')).toBe('Easy 2');
  await language.choose('de');
  expect(namedInLanguage('Easy', 'easy')).toBe('Leicht');
  expect(namedInLanguage('Easy 2', 'easy')).toBe('Leicht 2');
  expect(namedInLanguage('Guide', 'guide')).toBe('Lehrmeister');
  await language.choose('fr');
  expect(namedInLanguage('Hard 1', 'hard')).toBe('Difficile 1');
});

test('other names stay: of people, of hosts’ own bots, of whom a bot stands in for', async () => {
  await language.choose('de');
  expect(namedInLanguage('Easy', undefined)).toBe('Easy');
  expect(namedInLanguage('Oracle', 'oracle')).toBe('Oracle');
  expect(namedInLanguage('Ada', 'easy')).toBe('Ada');
  expect(namedInLanguage('Easy Rider', 'easy')).toBe('Easy Rider');
});
