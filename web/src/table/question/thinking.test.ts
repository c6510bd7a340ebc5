import { cleanup, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { BOARD, GAME, INFO, StillArcana } from '../../../tests/games/res_arcana/fixture';
import { SEATS } from '../../../tests/seats';
import { BOTS } from '../../../tests/server';
import { bots } from '../../i18n/bots.svelte';
import MatchTable from '../MatchTable.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  bots.describe(BOTS);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The table while it waits for these seats; the third is Vex, a built-in bot or a bot account. */
async function waitingFor(
  seats: number[],
  { end, builtIn = true }: { end?: StillArcana['end']; builtIn?: boolean } = {},
): Promise<void> {
  const source = new StillArcana(0, []);
  source.match = {
    ...INFO,
    seats: SEATS.map((seat) => (seat.seat === 2 && builtIn ? { ...seat, bot: 'hard' } : seat)),
  };
  source.end = end;
  source.waiting = seats.map((seat) => ({ seat }));
  render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await tick();
}

const faceInStrip = (name: string): HTMLElement =>
  within(screen.getByRole('list', { name: 'At the table', hidden: true })).getByRole('img', {
    name,
    hidden: true,
  });

const sentence = (): HTMLElement => screen.getByText(/^Vex is thinking…$/);

test('a bot that is waited for is thinking; after a second that is read out', async () => {
  await waitingFor([2]);
  expect(sentence().closest('[aria-live]')).toBeTruthy();
  expect(sentence().getAttribute('aria-hidden')).toBe('true');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(sentence().getAttribute('aria-hidden')).toBeNull();
  expect(sentence().tagName).toBe('H2');
});

test('its face shows the level and that it thinks', async () => {
  await waitingFor([2]);
  const face = faceInStrip('bot, thinking');
  expect(face.dataset.face).toBe('hard');
  expect(face.closest('button')?.textContent).toContain('Hard');
});

test('people do not think, they are waited for', async () => {
  await waitingFor([1, 2]);
  screen.getByRole('heading', { name: 'Waiting for Bartholomew of Ghent and Vex' });
  expect(screen.queryByText(/thinking…/)).toBeNull();
});

test('a bot account does not think either: it may be away', async () => {
  await waitingFor([2], { builtIn: false });
  screen.getByRole('heading', { name: 'Waiting for Vex' });
  expect(screen.queryByText(/thinking…/)).toBeNull();
  expect(faceInStrip('bot').dataset.face).toBe('neutral');
  faceInStrip('Waiting for Vex');
});

test('a match that is over waits for nobody', async () => {
  await waitingFor([2], { end: { outcome: { ranks: [[0]], sheet: [], reason: 'finished' } } });
  expect(screen.queryByText(/thinking…/)).toBeNull();
  expect(faceInStrip('bot').dataset.face).toBe('hard');
});
