import { afterEach, expect, test, vi } from 'vitest';

import { matchesApi } from '../api/matches';
import { session } from './store.svelte';
import { theme } from '../browser/theme.svelte';

const ADA = { id: 'a_ada', name: 'Ada', kind: 'person' };

afterEach(() => vi.unstubAllGlobals());

/** A server that answers these paths; all others are not for us. Returns what was written to it. */
function serve(answers: Record<string, unknown>): unknown[] {
  const written: unknown[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const place = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    if (typeof init.body === 'string') written.push([place, JSON.parse(init.body)]);
    const answer = answers[place.split('?')[0] ?? ''];
    if (answer) return Promise.resolve(Response.json(answer));
    const problem = { type: '/problems/unauthenticated', title: 'Who?', status: 401 };
    return Promise.resolve(Response.json(problem, { status: 401 }));
  });
  return written;
}

test('signing in applies the account’s theme, and changes are stored with it', async () => {
  const known = { account: ADA, preferences: { look: 'light' }, email: 'ada@example.org' };
  const written = serve({ 'POST /sessions': known, 'GET /me': known, 'PATCH /me': known });
  await session.signIn('Ada', 'correct horse battery');
  expect([session.name, session.isPerson, session.email]).toEqual(['Ada', true, 'ada@example.org']);
  expect(theme.current).toBe('light');
  theme.choose('system');
  await vi.waitFor(() =>
    expect(written).toContainEqual(['PATCH /me', { preferences: { look: 'auto' } }]),
  );
});

test('a browser that has forgotten everything finds its account by the cookie', async () => {
  localStorage.clear();
  serve({ 'GET /me': { account: ADA, preferences: { look: 'light' } } });
  await session.load();
  expect([session.name, theme.current]).toEqual(['Ada', 'light']);
});

test('no guest takes the place of an account that the page did not know', async () => {
  serve({});
  await expect(matchesApi.matches({ account: 'me' })).rejects.toMatchObject({ status: 401 });
  const body = { type: '/problems/signed-in', title: 'Here already', status: 409 };
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/guests')
        ? Response.json(body, { status: 409 })
        : Response.json({ account: ADA, preferences: {} }),
    ),
  );
  await session.ensureGuest();
  expect(session.name).toBe('Ada');
});

test('what was chosen before there was an account is kept for it', async () => {
  serve({});
  await expect(matchesApi.matches({ account: 'me' })).rejects.toMatchObject({ status: 401 });
  theme.choose('light');
  const guest = { account: { ...ADA, kind: 'guest' }, preferences: { look: 'light' } };
  const written = serve({ 'POST /guests': guest, 'GET /me': guest, 'PATCH /me': guest });
  await session.takeName('Ada');
  await vi.waitFor(() =>
    expect(written).toContainEqual(['PATCH /me', { preferences: { look: 'light' } }]),
  );
  await vi.waitFor(() => expect(localStorage.getItem('conclave.unsent')).toBe('{}'));
});

test('a wrong password keeps the session', async () => {
  serve({});
  await expect(session.signIn('Ada', 'wrong')).rejects.toMatchObject({ status: 401 });
  expect(session.name).toBe('Ada');
});

test('a session ended elsewhere is dropped', async () => {
  serve({});
  await expect(matchesApi.matches({ account: 'me' })).rejects.toMatchObject({ status: 401 });
  expect(session.account).toBeUndefined();
});
