import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { match, mendJsdom, serve, TINY_DETAILS } from '../../../tests/server';
import { gameCatalogue } from '../../lobby/game_catalogue.svelte';
import PracticeDialog from './PracticeDialog.svelte';

mendJsdom();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('choice of opponents outlasts the loading of the bots', async () => {
  serve({ 'GET /games/tiny': TINY_DETAILS });
  render(PracticeDialog, {
    match: match({
      seats: [
        { seat: 0, kind: 'human', name: 'Ada', account: 'a_1', you: true },
        { seat: 1, kind: 'human', name: 'Bob', account: 'a_2' },
      ],
    }),
    title: 'Same deal again',
    help: '',
    withSamePeople: true,
    begin: () => Promise.resolve({ id: 'm_2' }),
    onclose: () => undefined,
  });
  const select = screen.getByLabelText<HTMLSelectElement>('The others are');
  await fireEvent.change(select, { target: { value: '@same' } });
  await gameCatalogue.loadGame('tiny');
  await tick();
  expect(select.value).toBe('@same');
});
