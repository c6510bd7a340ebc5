import { cleanup, configure, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Token } from '../../api/types';
import { mendJsdom, serve, violations, type Call } from '../../../tests/server';
import BotsSettings from './BotsSettings.svelte';

const VEX = { id: 'a_vex', name: 'Vex', kind: 'bot' };
const TOKEN: Token = {
  id: 't_1',
  name: 'Cellar',
  scopes: ['play', 'read'],
  created_at: '2026-01-02T00:00:00Z',
};
const OWN = { ...TOKEN, id: 't_2', name: 'Script' };
const MADE = { ...TOKEN, id: 't_3', name: 'Attic', token: 'cnc_secret' };

// A busy machine may need more than the usual seconds.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(mendJsdom);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The part of the settings, with Vex's tokens shown. */
async function tokensOfVex(tokens: Token[]): Promise<Call[]> {
  const calls = serve({
    'GET /me/tokens': { items: [OWN] },
    'GET /me/bots': { items: [VEX] },
    'GET /me/bots/a_vex/tokens': { items: tokens },
    'POST /me/bots/a_vex/tokens': MADE,
    'DELETE /me/bots/a_vex/tokens/t_1': {},
  });
  render(BotsSettings);
  await fireEvent.click(await screen.findByRole('button', { name: 'Tokens of Vex' }));
  await screen.findByRole('heading', { name: 'Tokens of Vex' });
  return calls;
}

test('a bot’s tokens are listed, and one is revoked without touching one’s own', async () => {
  const calls = await tokensOfVex([TOKEN]);
  await fireEvent.click(await screen.findByRole('button', { name: 'Revoke Cellar' }));
  await screen.findByText('Vex has no tokens: no program can play for it.');
  expect(screen.getByRole('button', { name: 'Revoke Script' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Tokens of Vex');
  const ended = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(ended).toEqual(['/me/bots/a_vex/tokens/t_1']);
});

test('a token is made for a bot and shown once, to be copied', async () => {
  const calls = await tokensOfVex([]);
  const name = screen.getAllByLabelText('What it is for')[0] as HTMLElement;
  await fireEvent.input(name, { target: { value: ' Attic ' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Create a token for Vex' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Token');
  expect(field.value).toBe('cnc_secret');
  expect(screen.getByRole('button', { name: 'Copy: Token' })).toBeTruthy();
  expect(await violations()).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByLabelText('Token')).toBeNull();
  expect(calls.find(({ method }) => method === 'POST')).toEqual({
    method: 'POST',
    path: '/me/bots/a_vex/tokens',
    body: { name: 'Attic', scopes: ['read', 'play'] },
  });
});

test('the tokens of a bot can be put away again', async () => {
  await tokensOfVex([TOKEN]);
  const button = screen.getByRole('button', { name: 'Tokens of Vex' });
  expect(button.ariaExpanded).toBe('true');
  await fireEvent.click(button);
  expect(screen.queryByRole('heading', { name: 'Tokens of Vex' })).toBeNull();
});
