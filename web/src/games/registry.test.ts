import { afterEach, expect, test } from 'vitest';

import { GAMES, serve, TINY } from '../../tests/server';
import { gameCatalogue } from '../lobby/game_catalogue.svelte';
import { language } from '../i18n/text';
import { emblemOf, profileOf } from './registry.svelte';

const page = {
  gist: { en: 'Ten cards.', de: 'Zehn Karten.' },
  minutes: { min: 5, max: 10 },
  emblem: '/packages/tiny/1/e.svg',
  cover: '/packages/tiny/1/c.svg',
  light: '#369',
};

afterEach(() => language.choose('en'));

test('a game has the emblem, the cover and the colours of its package, and plain ones without', async () => {
  const plain = emblemOf('tiny');
  serve({ 'GET /games': { ...GAMES, items: [{ ...TINY, page }] } });
  await gameCatalogue.load();
  const { picture, table, light, dark, ornaments } = emblemOf('tiny');
  expect([picture, table, light, ornaments]).toEqual([page.emblem, page.cover, page.light, []]);
  expect(dark).toBe(plain.dark);
  expect(emblemOf('other')).toEqual(plain);
});

test('a game is described by its package, in the language of the page', async () => {
  serve({ 'GET /games': { ...GAMES, items: [{ ...TINY, page }] } });
  await gameCatalogue.load();
  expect(profileOf('tiny')).toEqual({ gist: 'Ten cards.', minutes: [5, 10] });
  await language.choose('de');
  expect(profileOf('tiny').gist).toBe('Zehn Karten.');
  expect(profileOf('other')).toEqual({ gist: undefined });
});
