import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import MatchTable from '../../../table/MatchTable.svelte';
import {
  BOARD,
  GAME,
  INFO,
  StillKings,
  type Moment,
} from '../../../../tests/games/ascended_kings/fixture';
import { tableOf, type ShownCard } from '../view';
import '../../../../tests/table';

/** A table at which these cards were shown. */
async function table(moment: Moment, ...memories: ShownCard[]) {
  const source = new StillKings(moment);
  if (!source.view) throw new Error('the fixture has no view');
  source.view = structuredClone(source.view);
  const shownCards = Object.fromEntries(memories.map((memory, n) => [`s${n}`, memory]));
  if (memories.length) tableOf(source.view).shown = shownCards;
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findByLabelText('Arena', {}, { timeout: 20_000 });
  const hand = Object.keys(tableOf(source.view).players.p0?.hand ?? {});
  return { source, hand, ...rendered };
}

/** Opens the list of a mat's shown cards. */
async function shownCards(name: string) {
  await fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}: \\d`) }));
  return screen.getByRole('region', { name, hidden: true });
}

test('a card is shown from the viewer’s mat: first the card, then the players', async () => {
  const { source, hand } = await table('action');
  await fireEvent.click(screen.getByRole('button', { name: 'Show a card …' }));
  const dialog = document.querySelector<HTMLElement>('dialog')!;
  const cards = dialog.querySelectorAll<HTMLElement>('.cards button');
  expect(cards).toHaveLength(hand.length);
  expect(dialog.querySelector('.seats')).toBeNull();
  await fireEvent.click(cards[1]!);
  await fireEvent.click(within(dialog).getByText('Vex'));
  expect(source.given).toEqual([[hand[1], [2]]]);
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test('the large card shows itself to everybody at once, in two presses', async () => {
  const { source, hand } = await table('action');
  const card = within(screen.getByLabelText('Your hand')).getAllByRole('button')[0]!;
  await fireEvent.contextMenu(card);
  await fireEvent.click(screen.getByRole('button', { name: 'Show this card …' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Everyone' }));
  expect(source.given).toEqual([[hand[0], [1, 2, 3]]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a shown card is listed on its owner’s mat, with its move', async () => {
  const seen: ShownCard = { by: 'p1', to: { p0: true }, card: 'asc_nigredo_3', ply: 12 };
  const old: ShownCard = { by: 'p1', to: { p0: true }, card: 'asc_projection_1', ply: 0 };
  await table('action', seen, old);
  const place = await shownCards('Shown to you');
  expect(place.closest('dialog')?.getAttribute('aria-label')).toBe('Bartholomew of Ghent');
  const captions = [...place.querySelectorAll('li > p')];
  expect(captions.map((caption) => caption.textContent?.trim())).toEqual([
    'Projection 1, before this match',
    'Nigredo 3, move 12',
  ]);
});

test('players who have seen a card are marked where it may be shown again', async () => {
  await table('action', { by: 'p0', to: { p3: true }, card: 'asc_rubedo_3', ply: 4 });
  const place = await shownCards('You showed');
  expect(place.textContent).toContain('to Cleo, move 4');
  await fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
  await fireEvent.click(screen.getByRole('button', { name: 'Show a card …' }));
  await fireEvent.click(document.querySelector<HTMLElement>('.cards button')!);
  expect(
    screen.getByRole('button', { name: 'Cleo, has seen it', hidden: true }).querySelector('svg'),
  ).not.toBeNull();
  expect(screen.getByText('Vex', { selector: '.show bdi' }).nextElementSibling).toBeNull();
});

test('spectators cannot show cards', async () => {
  await table('action_watched');
  expect(screen.queryByRole('button', { name: 'Show a card …' })).toBeNull();
});

test('the board in words says what was shown', async () => {
  await table('action', { by: 'p1', to: { p0: true }, card: 'asc_nigredo_3', ply: 12 });
  await fireEvent.keyDown(document.body, { key: 't' });
  await screen.findByText('Shown to you: Nigredo 3, move 12.');
});
