import { afterEach, expect, test, vi } from 'vitest';

import { isOutdated, lookForNewerPage, watchForNewerPage } from './newer_page';
import { followLinks } from './router.svelte';

const PAGE = '<script type="module" crossorigin src="/assets/index-one.js"></script>';
const NEWER = PAGE.replace('one', 'two');

function serves(reply: () => Response | Promise<Response>): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => reply()),
  );
}

/** Whether this page handles a click on a link itself. */
function handles(): boolean {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  const link = Object.assign(document.createElement('a'), { href: '/games' });
  document.body.append(link);
  link.addEventListener('click', followLinks);
  // Whatever it leaves to the browser, jsdom can't do.
  link.addEventListener('click', (event) => {
    link.dataset['handled'] = String(event.defaultPrevented);
    event.preventDefault();
  });
  link.dispatchEvent(click);
  link.remove();
  return link.dataset['handled'] === 'true';
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

test('the next link loads a newer page, and nothing else makes one load', async () => {
  document.head.innerHTML = PAGE;
  for (const same of [
    () => new Response(PAGE),
    () => new Response('busy', { status: 503 }),
    () => new Response('<h1>Sign in to this network</h1>'),
    () => Promise.reject(new TypeError('no connection')),
  ]) {
    serves(same);
    await lookForNewerPage();
    expect(isOutdated()).toBe(false);
    expect(handles()).toBe(true);
  }
  serves(() => new Response(NEWER));
  await lookForNewerPage();
  expect(isOutdated()).toBe(true);
  expect(handles()).toBe(false);
  serves(() => Promise.reject(new TypeError('no connection')));
  await lookForNewerPage();
  expect(isOutdated(), 'still').toBe(true);
  serves(() => new Response(PAGE));
  await lookForNewerPage();
  expect(isOutdated(), 'the newer one was taken back').toBe(false);
});

test('a tab that is looked at again looks for a newer page', async () => {
  document.head.innerHTML = PAGE;
  serves(() => new Response(NEWER));
  watchForNewerPage();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(isOutdated()).toBe(true));
});
