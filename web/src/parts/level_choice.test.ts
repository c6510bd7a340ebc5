import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { GAMES, serve, violations } from '../../tests/server';
import { lastOpponent } from '../browser/opponents';
import { gameCatalogue } from '../lobby/game_catalogue.svelte';
import { opponent } from '../lobby/opponents';
import BotFace from './BotFace.svelte';
import LevelChoice from './LevelChoice.svelte';

beforeEach(async () => {
  serve({ 'GET /games': GAMES });
  await gameCatalogue.load();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('each level has a face of its own, all that is unknown the neutral one', () => {
  for (const bot of ['random', 'easy', 'greedy', 'normal', 'hard', 'oracle', undefined])
    render(BotFace, { bot });
  const faces = [...document.querySelectorAll('svg')];
  expect(faces.map((face) => face.dataset.face)).toEqual([
    ...['random', 'easy', 'greedy', 'normal', 'hard'],
    ...['neutral', 'neutral'],
  ]);
  const outlines = faces.map((face) => face.querySelector('path')?.getAttribute('d'));
  expect(new Set(outlines).size).toBe(6);
});

test('three levels to choose from, and the other bots after a press', async () => {
  render(LevelChoice);
  const labels = (): string[] =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter((radio) => !radio.closest('details:not([open])'))
      .map(({ value }) => value);
  expect(labels()).toEqual(['easy', 'normal', 'hard']);
  expect(screen.getByRole('radio', { name: /^Easy/ })).toHaveProperty('checked', true);
  await fireEvent.click(screen.getByRole('radio', { name: /^Hard/ }));
  expect(opponent()).toBe('hard');

  const more = document.querySelector('details') as HTMLDetailsElement;
  more.open = true;
  await fireEvent(more, new Event('toggle'));
  await fireEvent.click(await screen.findByRole('radio', { name: /^Oracle Plays as oracle/ }));
  expect(opponent()).toBe('oracle');
  expect(screen.getByRole('radio', { name: /^Hard/ })).toHaveProperty('checked', false);
  expect(await violations()).toEqual([]);
});

test('a choice that arrives later is shown, even one of the other bots', async () => {
  lastOpponent.adopt('hard');
  render(LevelChoice);
  const more = document.querySelector('details') as HTMLDetailsElement;
  expect(more.open).toBe(false);
  lastOpponent.adopt('uninstalled');
  await tick();
  expect(more.open).toBe(false);
  expect(screen.getByRole('radio', { name: /^Easy/ })).toHaveProperty('checked', true);
  lastOpponent.adopt('greedy');
  await tick();
  expect(more.open).toBe(true);
  expect(screen.getByRole('radio', { name: /^Greedy/ })).toHaveProperty('checked', true);
});
