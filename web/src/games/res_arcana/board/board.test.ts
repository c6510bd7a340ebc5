import { fireEvent, screen, within } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import { singleKeys } from '../../../browser/shortcuts';
import type { Component } from '../../../api/types';
import { ESSENCES } from '../essences';
import { linesOf } from '../cards/facts';
import { digest } from '../../../table/play/digest';
import { eventsSinceLastTurn } from '../../../table/play/events_since_last_turn';
import { wholeTable } from '../../../../tests/table';
import { ACTION, PAYMENT, StillArcana } from '../../../../tests/games/res_arcana/fixture';
import { aroundTheTable, tableOf } from '../view';

const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test('a four-player match in the middle shows everybody, the centre, the hand and the question', async () => {
  await wholeTable();
  for (const name of ['Ada (you)', 'Bartholomew of Ghent', 'Vex', 'Cleo']) {
    expect(screen.getByRole('region', { name })).toBeTruthy();
  }
  const hand = screen.getByRole('list', { name: 'Your hand' });
  expect(within(hand).getAllByRole('button')).toHaveLength(4);
  screen.getByRole('heading', { name: 'Do one action' });
  screen.getByRole('button', { name: /Coral Castle/ });
});

test('a spectator sees four players, no hand and no question', async () => {
  await wholeTable('nobody');
  expect(screen.queryByRole('list', { name: 'Your hand' })).toBeNull();
  screen.getByRole('heading', { name: 'Waiting for Ada' });
});

test('what glows answers at a click', async () => {
  const { source } = await wholeTable();
  await fireEvent.click(screen.getByRole('button', { name: /^Flaming Pit/ }));
  expect(source.given).toEqual([['31.0', 'use:flaming_pit:p1']]);
});

test('p asks before it passes', async () => {
  const { source } = await wholeTable();
  await key('p');
  expect(source.given).toEqual([]);
  screen.getByText('You could still do more. Stop here?');
  await fireEvent.click(within(screen.getByRole('group', { name: /Stop here/ })).getByText(/Pass/));
  expect(source.given).toEqual([['31.0', 'pass']]);
});

test('single keys can be switched off; arrows and Escape stay', async () => {
  singleKeys.choose(false);
  try {
    const { source, container } = await wholeTable();
    for (const name of ['0', '1', 'p', 'u', 'o', '?']) await key(name);
    expect([source.given, source.undone]).toEqual([[], []]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(container.querySelector('[aria-keyshortcuts]')).toBeNull();
    await key('ArrowRight');
    expect(document.activeElement?.getAttribute('data-thing')).toBeTruthy();
  } finally {
    singleKeys.choose(true);
  }
});

test('why not is said in whole sentences, each once, sorted by what is the matter', async () => {
  await wholeTable();
  const why = screen.getByText("Why can't I?").closest('details');
  const groups = [...(why?.querySelectorAll('.group') ?? [])].map((group) => [
    group.querySelector('dt')?.textContent,
    ...[...group.querySelectorAll('dd')].map((reason) => reason.textContent?.trim()),
  ]);
  expect(groups).toEqual([
    [
      'Too expensive',
      expect.stringMatching(/^Coral Castle costs 5.*\.$/),
      expect.stringMatching(/^Horn of Plenty costs 2.*\.$/),
      expect.stringMatching(/^The top card of the monument deck costs 4.*\.$/),
    ],
    ['Used', 'Bone Dragon is turned.'],
    ['Not now', 'Guard Dog works only while it is turned.'],
  ]);
});

test('a card with two uses asks which', async () => {
  const { source } = await wholeTable();
  await fireEvent.click(screen.getByRole('button', { name: /^Hawk/ }));
  await fireEvent.click(screen.getByRole('menuitem', { name: /Discard Hawk/ }));
  expect(source.given).toEqual([['31.0', 'discard:hawk']]);
});

test('points say where they come from', async () => {
  await wholeTable();
  const points = screen.getByRole('button', { name: /^Points of Ada: 8\b/ });
  expect(points.nextElementSibling?.textContent).toContain('Catacombs');
});

test('numbers press the buttons of the question, u takes back', async () => {
  const { source } = await wholeTable();
  await key('1');
  expect(source.given).toEqual([]);
  await key('0');
  await key('1');
  expect(source.given).toEqual([['31.0', 'place:prism']]);
  await key('u');
  expect(source.undone).toEqual(['29.0']);
});

test('keys do nothing while the player is typing', async () => {
  const { source } = await wholeTable();
  await key('c');
  const input = await screen.findByLabelText('Say something');
  await fireEvent.keyDown(input, { key: '1' });
  expect(source.given).toEqual([]);
});

test('? shows the keys and t shows the board as text', async () => {
  await wholeTable();
  await key('t');
  await screen.findByRole('heading', { name: 'Ada (you)' });
  expect(document.body.textContent).toContain('Pool: 4 Elan, 2 Life, 6 Death, 1 Gold');
  await key('?');
  await screen.findByText('Go to the question');
});

test('a payment begun with a click on the pool is taken back by Escape', async () => {
  await wholeTable(0, [PAYMENT]);
  await fireEvent.click(screen.getByRole('button', { name: '6 Death' }));
  screen.getByRole('button', { name: /Confirm: 1/ });
  await key('Escape');
  screen.getByRole('button', { name: /Confirm: 0/ });
});

test('rivals sit clockwise from the left neighbour', () => {
  const { view } = new StillArcana(2, [ACTION]);
  if (!view) throw new Error('the fixture has no view');
  expect(aroundTheTable(tableOf(view), 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);
});

test('essences in a sentence become glyphs, names of cards do not', () => {
  const kinds = (text: string) => ESSENCES.pieces(text).flatMap(({ kind }) => kind ?? []);
  expect(kinds('Pay 1 Death: put 3 Life on it')).toEqual(['death', 'life']);
  expect(kinds('Ada places Tree of Life')).toEqual([]);
  expect(kinds('Gold')).toEqual(['gold']);
});

test('a card without powers shows its text', () => {
  const component: Component = { id: 'c1', name: 'One', kind: 'card', text: 'First\nSecond' };
  expect(linesOf(component).map(({ text }) => text)).toEqual(['First', 'Second']);
});

test('the summary begins after the last own move', () => {
  const { log } = new StillArcana();
  expect(eventsSinceLastTurn(log, 0).map(({ id }) => id)).toEqual([4, 5, 6, 7]);
});

test('happenings are told in one line without saying the name twice', () => {
  const logOf = (...texts: [string, string][]) =>
    digest(
      texts.map(([key, text], id) => ({
        id,
        key: `res_arcana.${key}`,
        args: {},
        text,
        affects: [1],
      })),
      ['Ada', 'Vex'],
    );
  expect(
    logOf(['used', 'Vex uses Vault'], ['turned', 'Vault is turned'], ['paid', 'Vex pays 1 Gold']),
  ).toBe('Vex uses Vault · pays 1 Gold');
  expect(logOf(['passed', 'Vex passes'])).toBe('Vex passes');
});

test('what one did oneself is told without saying You twice', () => {
  const events = happened(
    [0, 'You place Hawk'],
    [0, 'You pay 1 Life, 1 Calm'],
    [1, 'Vex gains 1 Death'],
  );
  expect(digest(events, ['Ada', 'Vex'])).toBe(
    'You place Hawk · pay 1 Life, 1 Calm · Vex gains 1 Death',
  );
});

test('names a player again after an event of another player', () => {
  const events = happened([0, 'You bid 3'], [1, 'Vex bids 2'], [0, 'You buy Silk']);
  expect(digest(events, ['Ada', 'Vex'])).toBe('You bid 3 · Vex bids 2 · You buy Silk');
});

test('names that begin alike are told whole', () => {
  const names = ['Easy', 'Easy 1', 'Easy 2'];
  expect(digest(happened([0, 'Easy 1 gains 3 Life'], [1, 'Easy 2 gains 1 Life']), names)).toBe(
    'Easy 1 gains 3 Life · Easy 2 gains 1 Life',
  );
  expect(digest(happened([0, 'Easy 1 is pushed'], [0, 'Easy 2 pushes Easy 1']), names)).toBe(
    'Easy 1 is pushed · Easy 2 pushes Easy 1',
  );
});

test('sentences about no player are told whole', () => {
  const events = happened(
    [undefined, 'The Omega War begins'],
    [undefined, 'The Omega Stone appears'],
  );
  expect(digest(events, ['Ada', 'Vex'])).toBe('The Omega War begins · The Omega Stone appears');
});

function happened(...lines: [number | undefined, string][]) {
  return lines.map(([seat, text], id) => ({
    id,
    key: `res_arcana.${id}`,
    args: {},
    text,
    affects: seat === undefined ? [] : [seat],
  }));
}

test('being away has another sign than having passed', async () => {
  const { container } = await wholeTable();
  const drawing = (selector: string) => container.querySelector(`${selector} svg`)?.innerHTML;
  const away = screen.getByRole('img', { name: 'away' }).innerHTML;
  const passed = [drawing('.plate.passed .flag'), drawing('.log [data-event="7"]')];
  expect(passed[0]).toBeTruthy();
  expect(passed).not.toContain(away);
});
