import { expect, test } from 'vitest';

import { GAMES, serve, TINY } from '../../tests/server';
import { gameCatalogue } from '../lobby/game_catalogue.svelte';
import { emblemOf } from './registry.svelte';

test('a game has the emblem, the cover and the colours of its package, and plain ones without', async () => {
  const plain = emblemOf('tiny');
  const page = { emblem: '/packages/tiny/1/e.svg', cover: '/packages/tiny/1/c.svg', light: '#369' };
  serve({ 'GET /games': { ...GAMES, items: [{ ...TINY, page }] } });
  await gameCatalogue.load();
  const { picture, table, light, dark, ornaments } = emblemOf('tiny');
  expect([picture, table, light, ornaments]).toEqual([page.emblem, page.cover, page.light, []]);
  expect(dark).toBe(plain.dark);
  expect(emblemOf('other')).toEqual(plain);
});
