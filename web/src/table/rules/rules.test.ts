import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import type { Component } from '../../api/types';
import { BOARD, GAME, StillKings } from '../../../tests/games/ascended_kings/fixture';
import { stillGame } from '../../../tests/still.svelte';
import '../../../tests/table';
import { Desk, deskContext } from '../desk/desk.svelte';
import CardInspector from '../board_items/CardInspector.svelte';
import SidePanel from '../log/SidePanel.svelte';
import RulesPanel from './RulesPanel.svelte';
import { searchComponents } from './search_components';

const COMPONENTS = new Map(GAME.catalogue.map((component) => [component.id, component]));

/** A spectator's desk. */
const deskWith = (board?: typeof BOARD) =>
  new Desk(new StillKings('action_watched'), () => COMPONENTS, board);

async function rulesAt(desk: Desk, game = GAME) {
  render(RulesPanel, { props: { game }, context: deskContext(desk) });
  return screen.findByRole('searchbox');
}

const opened = () =>
  Array.from(document.querySelectorAll('details[open] > summary'), (element) =>
    element.textContent?.trim(),
  );

test('a component is found by a word of its text; those that read alike count once', () => {
  const component = (id: string, name: string, text: string): Component => ({
    id,
    name,
    kind: 'card',
    text,
  });
  const all = [
    component('a1', 'Albedo', 'Walk up to 2 tiles.'),
    component('b1', 'Rubedo', 'Takes 1 wound.'),
    component('b2', 'Rubedo', 'Takes 1 wound.'),
  ];
  const ids = (search: string) =>
    searchComponents(all, search, ({ name }) => name).map((result) => result.component.id);
  expect(ids('walk TILES')).toEqual(['a1']);
  expect(ids('rubedo')).toEqual(['b1']);
  expect(ids('nothing')).toEqual([]);
});

test('the rules open at the phase of the table', async () => {
  await rulesAt(deskWith(BOARD));
  expect(await screen.findByText('Now: Active State')).toBeTruthy();
  expect(opened()).toEqual(['Now: Active State']);
});

test('arrows walk the three tabs, and the focus goes along', async () => {
  const props = { tab: 'chat' as const, game: GAME, unread: 2, onclose: () => undefined };
  render(SidePanel, { props, context: deskContext(deskWith()) });
  expect(screen.getAllByRole('tab').map((element) => element.textContent?.trim())).toEqual([
    'Log',
    'Chat 2',
    'Rules',
  ]);
  const chat = screen.getByRole('tab', { name: /Chat/ });
  chat.focus();
  await fireEvent.keyDown(chat, { key: 'ArrowRight' });
  const rules = screen.getByRole('tab', { name: 'Rules' });
  expect(document.activeElement).toBe(rules);
  expect(rules.getAttribute('aria-selected')).toBe('true');
  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('a found card is looked at closely', async () => {
  const desk = deskWith(BOARD);
  await fireEvent.input(await rulesAt(desk), { target: { value: 'shove adjacent' } });
  await fireEvent.click(await screen.findByRole('button', { name: /^Separation 1/ }));
  expect(desk.inspected).toMatchObject({ target: 'card:asc_separation_1', pinned: true });
});

test('a large card explains the signs and words that it uses, and marks the words', async () => {
  const inspected = { target: 'card:asc_separation_1', rect: new DOMRect(), pinned: true };
  render(CardInspector, { props: { inspected }, context: deskContext(deskWith(BOARD)) });
  expect(await screen.findByText('Keywords and signs')).toBeTruthy();
  expect(
    Array.from(document.querySelectorAll('dt'), (element) => element.textContent?.trim()),
  ).toEqual(['Instant Power', 'IPower level', 'Adjacent']);
  const sentence = 'One of the four tiles that share an edge with yours.';
  expect(screen.getByTitle(sentence).textContent).toBe('adjacent');
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('a keyword is found by its name', async () => {
  await fireEvent.input(await rulesAt(deskWith(BOARD)), { target: { value: 'deadlock' } });
  expect(await screen.findByText(/^This wall can’t advance/)).toBeTruthy();
});

test('a game without a reference has its short rules and the search', async () => {
  const game = stillGame('some', 'Some', [], { how_to_play: '# The aim\nWin.' });
  await rulesAt(deskWith(), game);
  expect(await screen.findByText('The aim')).toBeTruthy();
  expect(opened()).toEqual(['Short rules']);
});
