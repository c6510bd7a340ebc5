import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../session/store.svelte';
import { match, mendJsdom, serve, TINY_DETAILS, violations } from '../../../tests/server';
import WaitingRoom from './WaitingRoom.svelte';

const ME = { account: { id: 'a_vex', name: 'Vex', kind: 'guest' } };
const TABLE = match({
  creator: 'a_ann',
  host: 'a_ann',
  autostart: false,
  seats: [
    { seat: 0, kind: 'human', name: 'Ann', account: 'a_ann' },
    { seat: 1, kind: 'human', name: 'Vex', account: 'a_vex', you: true },
  ],
});

beforeEach(async () => {
  mendJsdom();
  serve({ 'GET /games/tiny': TINY_DETAILS, 'GET /me': ME, 'GET /bots': { items: [] } });
  await session.load();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const start = (): HTMLElement | null => screen.queryByRole('button', { name: 'Start the match' });

test('a table says who its host is, and passes on', async () => {
  const onupdate = vi.fn();
  const room = render(WaitingRoom, { match: TABLE, onupdate });
  const host = screen.getByText('Hosts this table');
  expect(host.closest('li')?.textContent).toContain('Ann');
  expect(start()).toBeNull();

  await room.rerender({ match: { ...TABLE, host_gone: true }, onupdate });
  screen.getByText(/^The host has been away for a while/);
  expect(start()).not.toBeNull();
  screen.getByRole('button', { name: 'Close the table' });
  expect(await violations()).toEqual([]);

  await room.rerender({ match: { ...TABLE, host: 'a_vex' }, onupdate });
  screen.getByText('You host this table now.');
  expect(start()).not.toBeNull();
  expect(screen.getByText(/Hosts this table/).closest('li')?.textContent).toContain('Vex');
});

test('a table with a block offers no seat, and says why', async () => {
  const seats = [TABLE.seats[0]!, { seat: 1, kind: 'open' as const }];
  const table = { ...TABLE, seats, visibility: 'public' as const };
  const room = render(WaitingRoom, { match: table, onupdate: vi.fn() });
  screen.getByRole('button', { name: 'Sit down' });
  await room.rerender({ match: { ...table, barred: true as const }, onupdate: vi.fn() });
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull();
  screen.getByText(/^You and a player at this table have blocked one another/);
});

const HOSTED = match({
  creator: 'a_vex',
  host: 'a_vex',
  autostart: false,
  seats: [
    { seat: 0, kind: 'human', name: 'Vex', account: 'a_vex', you: true },
    { seat: 1, kind: 'human', name: 'Ann', account: 'a_ann', confirm: true },
  ],
});

test('a host frees a seat after a question, and waits for confirmations', async () => {
  const calls = serve({
    'GET /games/tiny': TINY_DETAILS,
    'GET /me': ME,
    'GET /bots': { items: [] },
    'DELETE /matches/m_1/seats/1': HOSTED,
  });
  render(WaitingRoom, { match: { ...HOSTED, id: 'm_1' }, onupdate: vi.fn() });
  const freed = (): boolean =>
    calls.some(({ method, path }) => `${method} ${path}` === 'DELETE /matches/m_1/seats/1');
  screen.getByText('has to confirm the settings');
  expect(start()).toHaveProperty('disabled', true);
  await fireEvent.click(screen.getByRole('button', { name: /^Change the seat of .*Ann/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Free the seat' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(freed()).toBe(false);
  await fireEvent.click(dialog.getByRole('button', { name: 'Free the seat' }));
  await vi.waitFor(() => expect(freed()).toBe(true));
});
