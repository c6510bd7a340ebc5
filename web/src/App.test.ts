import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import App from './App.svelte';
import { navigate } from './browser/router.svelte';
import { language } from './i18n/text';
import { GAMES, match, mendJsdom, serve, TINY_DETAILS } from '../tests/server';

const HOUSE = {
  'GET /games': GAMES,
  'GET /games/tiny': TINY_DETAILS,
  'GET /matches': { items: [] },
};
const NAMED = { account: { id: 'a_vex', name: 'Vex', kind: 'guest' } };

async function violations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.map(({ id }) => id);
}

// A busy machine may need more than the usual second.
configure({ asyncUtilTimeout: 8_000 });

beforeEach(() => {
  mendJsdom();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('the lobby offers every game, in one click', async () => {
  serve({ ...HOUSE });
  navigate('/');
  render(App);
  expect(await screen.findByRole('button', { name: /^Play now: Tiny/ })).toBeTruthy();
  expect(document.title).toBe('Conclave');
  expect(await violations()).toEqual([]);
});

test('a seat of a delayed match may be open though it looks taken', async () => {
  const seats = match().seats.map((seat) => ({ ...seat, kind: 'human' as const }));
  const late = match({ seats, status: 'playing', spectators: 'delayed' });
  serve({ ...HOUSE, 'GET /matches/by-code/ABC': late });
  navigate('/join/ABC');
  render(App);
  expect(await screen.findByText(/^You are watching with a delay/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sit down' })).toBeTruthy();
  expect(screen.queryByText('Every seat is taken now.')).toBeNull();
});

test('the page asks the server for the session, whatever the browser remembers', async () => {
  const calls = serve({ ...HOUSE });
  navigate('/');
  render(App);
  await screen.findByRole('heading', { level: 1 });
  expect(calls.map(({ path }) => path)).toContain('/me?if_any=true');
});

test('an invited person types a name and sits down', async () => {
  const answers: Record<string, unknown> = {
    ...HOUSE,
    'GET /matches/by-code/ABC': match(),
    'POST /guests': NAMED,
    'POST /matches/m_1/seats': match(),
    'GET /matches/m_1': match(),
  };
  const calls = serve(answers);
  navigate('/join/ABC');
  render(App);
  const name = await screen.findByLabelText('Your name');
  expect(screen.getByText('Ada has a seat for you at Tiny.')).toBeTruthy();
  expect(screen.getAllByRole('textbox')).toEqual([name]);
  expect(await violations()).toEqual([]);
  await fireEvent.input(name, { target: { value: ' Vex ' } });
  answers['GET /me'] = NAMED;
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
  await waitFor(() => expect(location.pathname).toBe('/m/m_1'));
  const writes = calls.filter(({ method }) => method === 'POST');
  expect(writes.map(({ path, body }) => [path, body])).toEqual([
    ['/guests', { name: 'Vex' }],
    ['/matches/m_1/seats', { code: 'ABC', terms: 0 }],
  ]);
});

test('no table is created of a game that is not offered', async () => {
  serve({ ...HOUSE, 'GET /games/chess': { ...TINY_DETAILS, id: 'chess', title: 'Chess' } });
  navigate('/games/chess');
  render(App);
  await screen.findByRole('heading', { name: 'Chess' });
  expect(screen.queryByRole('link', { name: 'Create a table' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Play now' })).toBeNull();
  navigate('/new/chess');
  expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy();
});

/** Opens the form for a new table; returns the requests that follow. */
function openTableForm() {
  const calls = serve({
    ...HOUSE,
    'GET /me': NAMED,
    'POST /matches': match(),
    'GET /matches/m_1': match(),
  });
  navigate('/new/tiny');
  render(App);
  return calls;
}

test('a table is created as its form says', async () => {
  const calls = openTableForm();
  const second = await screen.findByLabelText('Seat 2');
  await fireEvent.change(second, { target: { value: 'bot:greedy' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Add a seat' }));
  await fireEvent.input(screen.getByLabelText('Round limit'), { target: { value: '5' } });
  await fireEvent.click(screen.getByLabelText(/^Anyone with the link/));
  expect(await violations()).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Create the table' }));
  await waitFor(() => expect(location.pathname).toBe('/m/m_1'));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    game: 'tiny',
    options: { round_limit: 5 },
    seats: [{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }, { kind: 'open' }],
    visibility: 'private',
  });
});

test('terms are sent as they were chosen, a delay only while spectators are delayed', async () => {
  const calls = openTableForm();
  const choose = async (label: string, value: string) =>
    await fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await choose('Undo', 'off');
  await choose('When a player resigns', 'forfeit');
  await choose('Ratings', 'no');
  await choose('Spectators', 'delayed');
  await fireEvent.input(screen.getByLabelText('Minutes behind'), { target: { value: '9' } });
  const create = screen.getByRole('button', { name: 'Create the table' });
  const bodies = () => calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
  await fireEvent.click(create);
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    undo: 'off',
    resign: 'forfeit',
    rated: false,
    spectators: 'delayed',
    spectator_delay: { plies: 3, minutes: 9 },
  });
});

test('a table whose spectators are no longer delayed has no delay', async () => {
  const calls = openTableForm();
  const spectators = await screen.findByLabelText('Spectators');
  await fireEvent.change(spectators, { target: { value: 'delayed' } });
  await fireEvent.change(spectators, { target: { value: 'none' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Create the table' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  const body = calls.find(({ method }) => method === 'POST')?.body;
  expect(body).toMatchObject({ spectators: 'none' });
  expect(body).not.toHaveProperty('spectator_delay');
});

test('the host fills an open seat with a bot', async () => {
  const mine = match({
    creator: 'a_vex',
    host: 'a_vex',
    seats: [
      { seat: 0, kind: 'human', name: 'Vex', account: 'a_vex', you: true },
      { seat: 1, kind: 'open' },
    ],
    invite: { url: 'http://elsewhere/join/ABC', code: 'ABC' },
  });
  const calls = serve({
    ...HOUSE,
    'GET /me': NAMED,
    'GET /matches/m_1': mine,
    'PUT /matches/m_1/seats/1': mine,
  });
  navigate('/m/m_1');
  render(App);
  const link = await screen.findByLabelText('Invite link');
  expect((link as HTMLInputElement).value).toBe(`${location.origin}/join/ABC`);
  const menu = await screen.findByLabelText('Fill seat 2 with a bot');
  await within(menu).findByText(/^Greedy/);
  expect(await violations()).toEqual([]);
  await fireEvent.change(menu, { target: { value: 'greedy' } });
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    kind: 'bot',
    bot: 'greedy',
  });
});

test('the tab says when it is my turn somewhere', async () => {
  serve({
    ...HOUSE,
    'GET /me': NAMED,
    'GET /matches': { items: [match({ status: 'playing', your_turn: true })] },
  });
  navigate('/about');
  render(App);
  await waitFor(() => expect(document.title).toBe('● Your turn – About Conclave · Conclave'));
});

test('at a table the tab says that another one waits', async () => {
  const other = match({ id: 'm_2', status: 'playing', your_turn: true });
  serve({
    ...HOUSE,
    'GET /me': NAMED,
    'GET /matches': { items: [other] },
    'GET /matches/m_1': match({ status: 'playing' }),
  });
  navigate('/m/m_1');
  render(App);
  await waitFor(() => expect(document.title).toBe('● Another table waits – Tiny · Conclave'));
});

test('the table that is looked at does not count among the others', async () => {
  serve({
    ...HOUSE,
    'GET /me': NAMED,
    'GET /matches': { items: [match({ your_turn: true })] },
    'GET /matches/m_1': match(),
  });
  navigate('/m/m_1');
  render(App);
  await waitFor(() => expect(document.title).toBe('A table for Tiny · Conclave'));
});

test('a path that leads nowhere says so', async () => {
  serve({ ...HOUSE });
  navigate('/no/such/page');
  render(App);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Nothing here');
});

test('a page of a game that is not translated is in English as a whole, the next one is not', async () => {
  await language.choose('de');
  serve({ ...HOUSE });
  navigate('/games/tiny');
  render(App);
  expect(await screen.findByRole('link', { name: 'Create a table' })).toBeTruthy();
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  await fireEvent.click(screen.getByRole('button', { name: 'DE: language Deutsch' }));
  expect(screen.getByText(/^This game has not been translated into German/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Deutsch', pressed: true })).toBeTruthy();
  expect(await violations()).toEqual([]);
  navigate('/about');
  expect(await screen.findByRole('heading', { name: 'Über Conclave' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('de');
  expect(screen.queryByText(/nicht übersetzt/)).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { name: 'About Conclave' })).toBeTruthy();
});
