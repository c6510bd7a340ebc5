import { expect, test } from 'vitest';

import { BOTS, GAMES, serve, TINY_DETAILS } from '../../tests/server';
import { gameCatalogue } from './game_catalogue.svelte';

test('a game is asked for once, by its version', async () => {
  const calls = serve({ 'GET /games': GAMES, 'GET /games/tiny': TINY_DETAILS });
  await gameCatalogue.load();
  expect(gameCatalogue.bots).toEqual(BOTS);
  expect(
    await Promise.all([gameCatalogue.loadGame('tiny'), gameCatalogue.loadGame('tiny')]),
  ).toHaveLength(2);
  expect(calls.map(({ path }) => path)).toEqual(['/games', '/games/tiny?lang=en&version=v1']);
});
