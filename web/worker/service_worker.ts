/**
 * Service worker: answers with what it keeps of the page, and with the offline page when the server
 * is out of reach. Pages always come from the server, so they never refer to assets that are gone;
 * of everything else it keeps only assets, whose names change with their contents. So a newer worker
 * can wait, as usual, until no tab is open: an older one delivers the newest page too.
 */

import { API, NAMESPACE, resolve } from './paths';
import { listenForMessages } from './push';

declare const self: ServiceWorkerGlobalScope;
/** The paths of what the page begins with, and a name that changes with them: from the build. */
declare const SHELL: string[];
declare const VERSION: string;

const shell = new Set(SHELL.map(resolve));
const CACHES = `${NAMESPACE}-`;
const CACHE = CACHES + VERSION;
const ASSETS = resolve('/assets/');
const OFFLINE = resolve('/offline.html');

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...shell])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), dropOlderCaches()]));
});

listenForMessages();

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (!pathname.startsWith(`${API}/`)) event.respondWith(page(event));
  } else if (!search && (pathname.startsWith(ASSETS) || shell.has(pathname))) {
    event.respondWith(asset(event.request));
  }
});

async function page(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return (await fromCache(OFFLINE)) ?? Response.error();
  }
}

async function asset(request: Request): Promise<Response> {
  const cached = await fromCache(request);
  if (cached) return cached;
  const fetched = await fetch(request);
  if (fetched.status === 200) {
    const copy = fetched.clone();
    // A full disk keeps nothing and breaks nothing.
    void caches.open(CACHE).then((cache) => cache.put(request, copy).catch(() => undefined));
  }
  return fetched;
}

/** From any cache: a tab of an older page still finds its own assets. */
function fromCache(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

/** An open tab may still need the assets of the page that it was loaded with. */
async function dropOlderCaches(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ url }) => url.startsWith(self.registration.scope))) return;
  const own = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  const older = own.filter((name) => name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}
