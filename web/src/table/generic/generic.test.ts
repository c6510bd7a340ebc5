import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import type { Decision, GameDetails, View } from '../../api/types';
import MatchTable from '../MatchTable.svelte';
import { GAME, INFO, StillArcana } from '../../../tests/games/res_arcana/fixture';

const play: Decision = {
  id: '3.0',
  seat: 0,
  kind: 'choose',
  prompt: { key: 'tiny.play', args: {}, text: 'Play a card' },
  options: [
    { key: 'card:7', text: '7', targets: ['card:c7'] },
    { key: 'card:9', text: '9', targets: ['card:c9'] },
  ],
  min: 1,
  max: 1,
  optional: false,
  undo: false,
};

const tiny: GameDetails = {
  ...GAME,
  id: 'tiny',
  title: 'Tiny',
  catalogue: [7, 9].map((n) => ({ id: `c${n}`, name: String(n), kind: 'card' })),
};

test('a game without a board of its own is readable and playable', async () => {
  const source = new StillArcana(0, [play]);
  source.view = {
    ...(source.view as View),
    game: 'tiny',
    table: { deck: 40, hand: [7, 9], played: [], players: { p0: { sum: 3 }, p1: { sum: 5 } } },
  };
  render(MatchTable, { props: { source, info: { ...INFO, game: 'tiny' }, game: tiny } });
  await screen.findByText('Deck');
  expect(screen.getByRole('region', { name: 'Ada' }).textContent).toContain('3');
  const hand = screen.getByRole('group', { name: 'Hand' });
  const nine = within(hand).getByRole('button', { name: '9' });
  await fireEvent.click(nine);
  expect(source.given).toEqual([['3.0', 'card:9']]);
});
