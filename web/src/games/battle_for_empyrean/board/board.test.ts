import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import type { GameEvent } from '../../../api/types';
import MatchTable from '../../../table/MatchTable.svelte';
import {
  BOARD,
  FRAMES,
  GAME,
  INFO,
  StillEmpyrean,
  type Moment,
} from '../../../../tests/games/battle_for_empyrean/fixture';
import { scenesOf } from './scene';
import { zonesOf, tableOf, totalMight } from '../view';

afterEach(cleanup);

async function at(moment: Moment) {
  const source = new StillEmpyrean(moment);
  const rendered = render(MatchTable, { props: { source, info: INFO, game: GAME, board: BOARD } });
  await rendered.findAllByRole('heading');
  await vi.waitFor(() => expect(document.querySelector('.board')).not.toBeNull(), 4000);
  return { source, ...rendered };
}

const thing = (target: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`[data-thing="${target}"]`);
  if (!element) throw new Error(`${target} is not on the board`);
  return element;
};
const asked = (moment: Moment) => FRAMES[moment].decisions[0]?.id;
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test('a seat sees three stages, both sides, the Might, its hand and what its face-down card is', async () => {
  await at('round8');
  const stage = screen.getByRole('region', { name: 'River of Rebirth' });
  within(stage).getByRole('button', {
    name: /Ada: 13 Might\. Bartholomew of Ghent: 7 Might\. Ada leads/,
  });
  within(stage).getByRole('button', { name: /Perseus, Face-down card of Ada/ });
  const rival = screen.getByRole('list', { name: 'Bartholomew of Ghent on River of Rebirth' });
  within(rival).getByRole('button', { name: /^Face-down card of Bartholomew.*number 2/ });
  screen.getByRole('list', { name: 'Your hand' });
  screen.getByRole('img', { name: 'Round 9 of 10' });
});

test('a spectator sees no hand and no hidden card', async () => {
  await at('round8_watched');
  expect(screen.queryByRole('list', { name: 'Your hand' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Perseus/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Face-down card of/ })).toHaveLength(3);
});

test('a card is taken up, then its battlefields glow; one click there Deploys it', async () => {
  const { source } = await at('three');
  await fireEvent.click(thing('card:berserkir'));
  expect(source.given).toEqual([]);
  expect(thing('card:berserkir').getAttribute('aria-pressed')).toBe('true');
  await key('0');
  screen.getByRole('button', { name: /Berserkir to Tower of Stars/ });
  await fireEvent.click(thing('battlefield:b4'));
  expect(source.given).toEqual([[asked('three'), 'deploy:berserkir:b4']]);
});

test('Escape puts the card down again', async () => {
  await at('three');
  await fireEvent.click(thing('card:berserkir'));
  await key('Escape');
  expect(thing('card:berserkir').getAttribute('aria-pressed')).toBeNull();
});

test('a ship is taken up and sails where one clicks', async () => {
  const { source } = await at('command');
  await fireEvent.click(thing('unit:u8'));
  await fireEvent.click(thing('battlefield:b3'));
  expect(source.given).toEqual([[asked('command'), 'sail:u8:b3']]);
});

test('one of the drafted cards is kept at a click', async () => {
  const { source } = await at('draft');
  const draft = screen.getByRole('region', { name: /You drew these/ });
  await fireEvent.click(within(draft).getByRole('button', { name: /Vats of Tar/ }));
  expect(source.given).toEqual([[asked('draft'), 'keep:vats_of_tar']]);
});

test('a deck is looked at first, with its 24 cards, and then played', async () => {
  const { source } = await at('decks');
  await fireEvent.click(screen.getByRole('button', { name: /^Vikings of Valhalla/ }));
  const cards = screen.getByRole('list', { name: 'The 24 cards of Vikings of Valhalla' });
  within(cards).getByRole('button', { name: /^Langskip, .*2 copies/ });
  expect(source.given).toEqual([]);
  await key('1');
  expect(source.given).toEqual([['0.0', 'deck:vikings_of_valhalla']]);
});

test('a mash-up deck takes as many cards as the template wants, no more, and no more copies', async () => {
  const { source } = await at('mashUp');
  const captive = screen.getByRole('spinbutton', { name: 'Captive' });
  await fireEvent.keyDown(captive, { key: 'PageUp' });
  expect(captive.getAttribute('aria-valuenow')).toBe('3');
  const confirm = screen.getByRole('button', { name: /Confirm: 3 of 5/ });
  expect(confirm).toHaveProperty('disabled', true);
  const infantry = screen.getByRole('spinbutton', { name: 'Light Infantry' });
  await fireEvent.keyDown(infantry, { key: 'PageUp' });
  await key('1');
  expect(source.given).toEqual([['0.0', { captive: 3, light_infantry: 2 }]]);
});

test('arrows walk from what glows to its neighbours', async () => {
  await at('round8');
  await key('ArrowDown');
  expect(document.activeElement?.getAttribute('data-thing')).toBeTruthy();
});

test('the board in words names every card with its Might', async () => {
  await at('round8');
  await key('t');
  await screen.findByRole('heading', { name: 'River of Rebirth' });
  expect(document.body.textContent).toContain('Medusa, 5 Might, Zone 3, Creature, Ada');
  expect(document.body.textContent).toContain('Circe (Essence cost 5, 3 Might)');
});

test('scenes lead from one table to the next, reveal by reveal', () => {
  const [before, after] = [tableOf(FRAMES.round8.view), tableOf(FRAMES.round8_answered.view)];
  const scenes = scenesOf(before, after, FRAMES.round8_answered.events);
  expect(scenes.filter(({ event }) => event.key.endsWith('revealed'))).toHaveLength(3);
  expect(scenes[0]?.table.units.u19).toMatchObject({ face_up: true, name: 'Guinevere', might: 0 });
  const last = scenes.at(-1)?.table;
  if (!last) throw new Error('no cards were revealed');
  expect(last.units).toEqual(after.units);
  for (const player of ['p0', 'p1'])
    expect(totalMight(last, player)).toBe(totalMight(after, player));
  expect(before.units.u19?.face_up).toBe(false);
});

test('at the end the battlefields are judged one after another', () => {
  const table = tableOf(FRAMES.round8.view);
  const told = (id: number, key: string, args: object) =>
    ({ id, key: `battle_for_empyrean.${key}`, args, affects: [], text: '' }) as GameEvent;
  const scenes = scenesOf(table, table, [
    told(1, 'battlefield_won', { at: 'b1', seat: 1 }),
    told(2, 'battlefield_tied', { at: 'b2', seats: [0, 1] }),
  ]);
  expect(scenes.map(({ judges }) => judges)).toEqual(['b1', 'b2']);
  expect(scenes[0]?.verdicts).toEqual({ b1: { winner: 'p1' } });
  expect(scenes[1]?.verdicts).toEqual({ b1: { winner: 'p1' }, b2: { winner: undefined } });
});

test('a row shows its Open Zones', () => {
  const table = tableOf(FRAMES.round8.view);
  const zones = zonesOf(table, 'b1', 'p0');
  expect(zones).toHaveLength(6);
  expect(zones.filter(([, unit]) => unit)).toHaveLength(4);
});
