import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Paths = typeof import('./paths');
type Router = typeof import('./router.svelte');

/** The modules of a page whose head names this path. */
async function pageBelow(base: string | undefined): Promise<Paths & Router> {
  vi.resetModules();
  document.head.innerHTML = base === undefined ? '' : `<meta name="base-path" content="${base}">`;
  return { ...(await import('./paths')), ...(await import('./router.svelte')) };
}

function click(href: string, followLinks: (event: MouseEvent) => void): boolean {
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  let handled = false;
  link.addEventListener('click', (event) => {
    followLinks(event);
    handled = event.defaultPrevented;
    event.preventDefault(); // jsdom can't load pages
  });
  link.click();
  link.remove();
  return handled;
}

beforeEach(() => history.replaceState(undefined, '', '/'));
afterEach(() => {
  document.head.innerHTML = '';
});

test('at the root of a host an address is a path', async () => {
  const { absoluteAddress, API, NAMESPACE, pathOf, resolve } = await pageBelow(undefined);
  expect(resolve('/m/m_1')).toBe('/m/m_1');
  expect(API).toBe('/api/v1');
  expect(absoluteAddress(resolve('/join/ABC'))).toBe(`${location.origin}/join/ABC`);
  expect(pathOf('/games')).toBe('/games');
  expect(NAMESPACE).toBe('conclave');
});

test('below a path every address has it', async () => {
  const { absoluteAddress, API, NAMESPACE, pathOf, resolve } = await pageBelow('/tables');
  expect(resolve('/')).toBe('/tables/');
  expect(resolve('/m/m_1')).toBe('/tables/m/m_1');
  expect(API).toBe('/tables/api/v1');
  expect(absoluteAddress(resolve('/join/ABC'))).toBe(`${location.origin}/tables/join/ABC`);
  expect(pathOf('/tables/games')).toBe('/games');
  expect(pathOf('/tables')).toBe('/');
  expect(pathOf('/tablesalt')).toBeUndefined();
  expect(pathOf('/')).toBeUndefined();
  expect(NAMESPACE).not.toBe('conclave');
});

test('below a path the router goes about without it', async () => {
  history.replaceState(undefined, '', '/tables/games?x=1');
  const { navigate, route } = await pageBelow('/tables');
  expect(route.path).toBe('/games');
  navigate('/m/m_1');
  expect(location.pathname).toBe('/tables/m/m_1');
  expect(route.path).toBe('/m/m_1');
  navigate('/join/ABC?x=1', { replace: true });
  expect([location.pathname, route.path]).toEqual(['/tables/join/ABC', '/join/ABC']);
  expect(route.query.get('x')).toBe('1');
});

test('below a path links of the site are followed, those of its neighbours are left', async () => {
  const { followLinks, resolve, route } = await pageBelow('/tables');
  expect(click(resolve('/games?x=1'), followLinks)).toBe(true);
  expect(location.pathname + location.search).toBe('/tables/games?x=1');
  expect(click('/blog/', followLinks)).toBe(false);
  expect(click('/tables/api/v1/matches/m_1/export', followLinks)).toBe(false);
  expect(route.path).toBe('/games');
});

test('below a path the browser keeps things apart from those of another site', async () => {
  await pageBelow('/tables');
  (await import('./storage')).writeStorage('theme', 'light');
  await pageBelow(undefined);
  const { readStorage } = await import('./storage');
  expect(readStorage('theme')).toBeUndefined();
  await pageBelow('/tables');
  expect((await import('./storage')).readStorage('theme')).toBe('light');
});
