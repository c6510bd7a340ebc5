import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Component, GameDetails, Picks } from '../../api/types';
import { session } from '../../session/store.svelte';
import { language } from '../../i18n/text';
import {
  match,
  mendJsdom,
  serve,
  TINY_DETAILS,
  violations,
  type Call,
} from '../../../tests/server';
import TableForm from './TableForm.svelte';

const BOX: Component[] = ['Bog', 'Fen', 'Heath', 'Moor'].map((name, place) => ({
  id: name.toLowerCase(),
  name,
  kind: 'field',
  text: `It is the number ${place}.`,
  facts: { pair: place % 2 },
}));

// A busy machine may need more than the usual seconds.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(mendJsdom);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  language.choose('en');
});

/** The form of a game that lets its fields be named. */
async function form(picks: Omit<Picks, 'kind'>): Promise<Call[]> {
  const fields = {
    type: 'array',
    title: 'Fields',
    default: [],
    picks: { kind: 'field', ...picks },
  };
  const game: GameDetails = {
    ...TINY_DETAILS,
    options: { properties: { fields } },
    catalogue: [...BOX, { id: 'pawn', name: 'Pawn', kind: 'piece' }],
  };
  const account = { id: 'a_vex', name: 'Vex', kind: 'guest' };
  const calls = serve({ 'GET /me': { account }, 'POST /matches': match() });
  await session.load();
  render(TableForm, { props: { game } });
  return calls;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const faces = () => [...document.querySelectorAll<HTMLElement>('dialog[open] .cards button')];
const pressed = () => faces().filter((face) => face.ariaPressed === 'true');
const listed = () =>
  screen.getAllByRole('listitem').map((item) => item.textContent.replace(/\s+/g, ' ').trim());
const sent = (calls: Call[]) =>
  calls.filter(({ path }) => path === '/matches').map(({ body }) => (body as GameDetails).options);

test('things are picked by name, as many as are wanted, in their order', async () => {
  const calls = await form({ count: 1, more_by_seat: 1, ordered: true });
  await press('Fields: Choose…');
  expect(faces().map((face) => face.textContent)).toHaveLength(4);
  await press(/^Moor/);
  await press(/^Bog/);
  expect(screen.getByText('2 of 3 chosen')).toBeTruthy();
  await press(/^Fen/);
  await press(/^Heath/);
  expect(pressed()).toHaveLength(3);
  await press('Done');
  await press('Move Fen up');
  expect(listed()).toContain('2. Fen');
  await press('Create the table');
  await waitFor(() => expect(sent(calls)).toEqual([{ fields: ['moor', 'fen', 'bog'] }]));
});

test('too few are refused before they are sent, leaving it open is not', async () => {
  const calls = await form({ count: 2 });
  await press('Fields: Choose…');
  await press(/^Moor/);
  await press('Done');
  expect(screen.getByText('1 of 2 chosen – choose one more')).toBeTruthy();
  await press('Create the table');
  expect(screen.getByRole('alert').textContent).toContain('Fields: choose the full number');
  expect(sent(calls)).toEqual([]);
  await press('Leave it open');
  expect(screen.getByText('Left open')).toBeTruthy();
  await press('Create the table');
  await waitFor(() => expect(sent(calls)).toEqual([{}]));
});

test('one for each seat; the seats that lack one have it drawn', async () => {
  const calls = await form({ by_seat: true });
  await press('Fields: seat 2: Left open');
  await press(/^Heath/);
  expect(document.querySelector('dialog[open]')).toBeNull();
  await press('Fields: seat 2: Heath');
  expect(within(pressed()[0] as HTMLElement).getByText('Seat 2')).toBeTruthy();
  await press(/^Moor/);
  await press('Draw the rest');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Fields: seat 1/ }));
  await press('Create the table');
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  const [{ fields }] = sent(calls) as [{ fields: string[] }];
  expect(fields).toHaveLength(2);
  expect(fields[1]).toBe('moor');
  expect(['bog', 'fen', 'heath']).toContain(fields[0]);
});

test('a side of a pair takes the place of the other', async () => {
  await form({ count: 2, apart: 'pair' });
  await press('Fields: Choose…');
  await press(/^Bog/);
  await press(/^Fen/);
  await press(/^Heath/);
  expect(pressed().map((face) => face.textContent?.trim().slice(0, 3))).toEqual(['Fen', 'Hea']);
});

test('arrow keys move between components; accessible, and in German', async () => {
  await language.choose('de');
  await form({ count: 2 });
  await press('Fields: Auswählen…');
  faces()[0]?.focus();
  await fireEvent.keyDown(faces()[0] as HTMLElement, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(faces()[1]);
  expect(await violations()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Fertig' })).toBeTruthy();
});
