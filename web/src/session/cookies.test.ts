import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ADA = { id: 'a_ada', name: 'Ada', kind: 'guest' };
const BOB = { id: 'a_bob', name: 'Bob', kind: 'person' };

let asked: string[] = [];
let known: object | undefined;

/** The page after it was loaded. */
async function session() {
  vi.resetModules();
  return (await import('./store.svelte')).session;
}

beforeEach(() => {
  [asked, known] = [[], undefined];
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address.replace('/api/v1', '')}`);
    if (address.includes('/me')) {
      const reply = known ? Response.json({ account: known, preferences: {} }) : undefined;
      return Promise.resolve(reply ?? new Response(null, { status: 204 }));
    }
    return Promise.resolve(Response.json({ account: address.includes('guests') ? ADA : BOB }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a session whose cookie is not kept is a problem, and no second one is begun', async () => {
  const page = await session();
  await expect(page.takeName('Ada')).rejects.toMatchObject({ type: 'cookies-refused' });
  await expect(page.ensureGuest()).rejects.toMatchObject({ type: 'cookies-refused' });
  expect(page.account).toBeUndefined();
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual(['POST /guests']);
});

test.each(['signIn', 'signInByLink', 'register'] as const)(
  '%s as another account than the cookie knows is that problem',
  async (door) => {
    const page = await session();
    known = ADA;
    const entered =
      door === 'register'
        ? page.register({ name: 'Bob', password: 'correct horse' })
        : page[door]('Bob', 'correct horse');
    await expect(entered).rejects.toMatchObject({ type: 'cookies-refused' });
    expect(page.account).toBeUndefined();
  },
);

test('a browser that says it takes no cookies is asked to keep none', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const page = await session();
  await expect(page.takeName('Ada')).rejects.toMatchObject({ type: 'cookies-refused' });
  expect(asked).toEqual([]);
});

test('a kept cookie lets the guest in', async () => {
  const page = await session();
  known = ADA;
  await page.takeName('Ada');
  expect(page.name).toBe('Ada');
});
