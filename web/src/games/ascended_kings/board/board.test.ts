import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import type { Component, Json } from '../../../api/types';
import { targetsNamed } from '../../../table/desk/targets';
import MatchTable from '../../../table/MatchTable.svelte';
import { answersMatchingDice, gemsOpenToDie } from './dice';
import { reachOf, describeReach } from '../cards/faces';
import {
  BOARD,
  GAME,
  INFO,
  StillKings,
  type Moment,
} from '../../../../tests/games/ascended_kings/fixture';
import { groundOf, linesFireMayTake, shapeAround } from '../tiles';
import { playersFrom, tableOf } from '../view';
import '../../../../tests/table';

async function table(moment: Moment) {
  const source = new StillKings(moment);
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findByLabelText('Arena', {}, { timeout: 20_000 });
  return { source, ...rendered };
}

const stateOf = (moment: Moment) => {
  const { view } = new StillKings(moment);
  if (!view) throw new Error('the fixture has no view');
  return tableOf(view);
};

const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
function tile(number: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-tile="t${number}"]`);
  if (!element) throw new Error(`there is no tile ${number}`);
  return element;
}

test('a seat sees a hundred tiles, four mats, the walls, its hand and its question', async () => {
  await table('action');
  expect(document.querySelectorAll('[data-tile]')).toHaveLength(100);
  for (const name of ['Ada (you)', 'Bartholomew of Ghent', 'Vex', 'Cleo']) {
    screen.getByLabelText(name, { selector: 'section' });
  }
  screen.getByLabelText('The bottom wall of fire, 1 line in');
  screen.getByLabelText('The right wall of fire, 3 lines in, in deadlock');
  expect(within(screen.getByLabelText('Your hand')).getAllByRole('button')).toHaveLength(5);
  screen.getByText('Choose an action', { selector: 'h2' });
});

test('spectators see all players, no hand and no question', async () => {
  await table('action_watched');
  expect(screen.queryByLabelText('Your hand')).toBeNull();
  screen.getByText(/Waiting for Ada/, { selector: 'h2' });
  expect(document.querySelectorAll('[data-tile].glows')).toHaveLength(0);
});

test('tiles that can be reached glow, say what they cost, and answer at a click', async () => {
  const { source } = await table('action');
  expect(document.querySelectorAll('[data-tile].glows')).toHaveLength(5);
  expect(tile('63').textContent).toContain('A step costs 1 Aria');
  await fireEvent.click(tile('63'));
  expect(source.given).toEqual([['284.0', 'move:63']]);
});

test('a tile says what lies there, a piece how far it is from death', async () => {
  await table('action');
  expect(tile('64').textContent).toContain('1 Dire, 1 Ylem lie here');
  const label = tile('42').textContent;
  expect(label).toMatch(/Vex, .+ Zhoth, Revenant, Level 1, 3 more wounds kill/);
});

test('a click on a tile that answers nothing sends nothing', async () => {
  const { source } = await table('action');
  await fireEvent.click(tile('55'));
  expect(source.given).toEqual([]);
});

test('arrows walk the arena and Enter acts', async () => {
  const { source } = await table('action');
  const wide = 10;
  for (const [place, element] of [...document.querySelectorAll('[data-thing]')].entries()) {
    const at = document.querySelector('[data-tile]') ? place : 0;
    const rect = new DOMRect((at % wide) * 50, Math.floor(at / wide) * 50, 48, 48);
    element.getBoundingClientRect = () => rect;
  }
  tile('62').focus();
  await key('ArrowRight');
  expect(document.activeElement).toBe(tile('63'));
  await key('ArrowDown');
  expect(document.activeElement).toBe(tile('73'));
  await key('ArrowUp');
  await fireEvent.click(document.activeElement ?? document.body);
  expect(source.given).toEqual([['284.0', 'move:63']]);
});

test('dice are tapped into gems; what is left of the offers is taken', async () => {
  const { source } = await table('allocate');
  const question = within(screen.getByRole('group', { name: 'Focus Dice' }));
  await fireEvent.click(question.getByLabelText('Die showing 1'));
  for (const gem of ['Aria', 'Egis', 'Aria', 'Pyre']) {
    await fireEvent.click(question.getByRole('button', { name: gem }));
  }
  await fireEvent.click(screen.getByRole('button', { name: /Take / }));
  expect(source.given).toEqual([['297.0', 'take:2aria+1egis+1pyre']]);
});

test('results of the dice are listed and taken by keys, each with its own', async () => {
  const { source, container } = await table('allocate');
  await key('0');
  const keys = [...container.querySelectorAll<HTMLElement>('#question [data-shortcut]')].map(
    (button) => button.dataset.shortcut,
  );
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(keys.length);
  const [decision] = source.decisions;
  await key('1');
  expect(source.given).toEqual([
    [decision?.id, decision?.kind === 'choose' ? decision.options[0]?.key : undefined],
  ]);
});

test('a die goes only where an offer has it', () => {
  const { dice, takes } = Object.values(stateOf('allocate').rolls)[0] ?? { dice: [], takes: {} };
  expect(dice).toEqual([6, 1, 2, 6]);
  expect(gemsOpenToDie(takes, dice, {}, 2).sort()).toEqual(['aria', 'egis']);
  expect(gemsOpenToDie(takes, dice, { 1: 'aria' }, 2)).toEqual(['aria']);
  const left = answersMatchingDice(takes, dice, { 0: 'egis', 1: 'aria', 3: 'pyre' });
  expect(left).toEqual(['take:2aria+1egis+1pyre']);
});

test('a press on a card alone does not use its Instant Power', async () => {
  const { source } = await table('action');
  const [option] = source.decisions.flatMap((decision) =>
    decision.kind === 'choose'
      ? decision.options.filter(({ key }) => key.startsWith('instant:'))
      : [],
  );
  const card = document.querySelector(`[data-thing="${option?.targets?.[0]}"]`);
  await fireEvent.click(card ?? document.body);
  expect(source.given).toEqual([]);
  await fireEvent.click(screen.getByRole('menuitem', { name: /^Instant: / }));
  expect(source.given).toEqual([[expect.any(String), expect.stringMatching(/^instant:/)]]);
});

test('what is coming is said, with what can answer it', async () => {
  const { source } = await table('defend');
  screen.getByText(/attacks you with 1 Pyre$/);
  await fireEvent.click(screen.getByRole('button', { name: /^Separation/ }));
  expect(source.given).toEqual([[expect.any(String), 'instant:rev_separation_2']]);
});

test('t shows the board as text', async () => {
  await table('action');
  await key('t');
  await screen.findByText('Ada (you)', { selector: 'h2' });
  expect(document.body.textContent).toContain('Tile 72. Ada, Harromere Eloden, King, Level 1');
  expect(document.body.textContent).toContain('Tile 26: 1 Bloodstone');
});

test('an event names its tiles and its seats', () => {
  const args = { seat: 1, target: 2, start: 7, tile: 17, how: 3 };
  expect(targetsNamed(args, BOARD.eventTargets)).toEqual(['player:1', 'player:2', 't07', 't17']);
});

test('ground: free, burning, behind the fire', () => {
  const { arena } = stateOf('action');
  expect(['t73', 't71', 't70', 't27', 't99'].map((id) => groundOf(id, arena))).toEqual([
    'arena',
    'fire',
    'ash',
    'fire',
    'ash',
  ]);
});

test('shapes of ranges', () => {
  expect([...shapeAround('t00', 'surrounding')].sort()).toEqual(['t01', 't10', 't11']);
  expect(shapeAround('t44', 'cardinal').size).toBe(18);
  expect(shapeAround('t44', 'adjacent').size).toBe(4);
  expect(shapeAround('t44', 'near', 2).size).toBe(24);
});

test('fire may take the next line of each edge that is not in deadlock', () => {
  const table = stateOf('action');
  const lines = linesFireMayTake(table);
  const walls = Object.values(table.arena.walls);
  for (const { edge, line } of lines) {
    const wall = walls.find((wall) => wall.edge === edge);
    expect(wall?.deadlock ?? false).toBe(false);
    expect(line).toBe(wall ? wall.index + 1 : 0);
  }
  expect(lines.map(({ edge }) => edge)).not.toContain('right');
  table.arena.walls = {};
  Object.assign(table.arena, { top: 0, bottom: 9, left: 0, right: 9, tiles: {} });
  expect(linesFireMayTake(table)).toHaveLength(4);
  table.arena.tiles = { t04: { bloodstones: 1 } };
  expect(linesFireMayTake(table).map(({ edge }) => edge)).toEqual(['right', 'bottom', 'left']);
  delete table.index;
  expect(linesFireMayTake(table)).toEqual([]);
});

test('the range of a card comes from the catalogue', () => {
  const card = (reach?: Json): Component => ({
    id: 'asc_rubedo_3',
    name: 'Rubedo',
    kind: 'focus_card',
    facts: reach === undefined ? {} : { reach },
  });
  expect(reachOf(card({ shape: 'cardinal', sight: true }))).toEqual({
    shape: 'cardinal',
    sight: true,
  });
  expect(describeReach({ shape: 'cardinal', sight: true })).toBe(
    'Row and column, in line of sight',
  );
  expect(describeReach({ shape: 'near', distance: 4 })).toBe('Up to 4 tiles away');
  expect(reachOf(card({ shape: 'a shape of tomorrow' }))).toBeUndefined();
  expect(reachOf(card())).toBeUndefined();
});

test('players are listed clockwise from the own seat', () => {
  expect(playersFrom(stateOf('action'), 2).map(({ seat }) => seat)).toEqual([2, 3, 0, 1]);
});
