/** Push messages: shown while the page is closed; a click leads to the match. */

import { API, resolve } from './paths';

declare const self: ServiceWorkerGlobalScope;

/** What the server sends (`app/notifications/push/payloads.py`). */
interface Message {
  /** Where a press leads; older servers send the match alone. */
  path?: string;
  match: string;
  /** Of two notifications with one tag, the later one is shown; older servers send none. */
  tag?: string;
  title: string;
  body: string;
  /** Whether a page that is in view asks by itself. */
  yields?: boolean;
}

const ICON = resolve('/icon-192.png');

export function listenForMessages(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as Message));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data as string));
  });
  // Browsers renew a subscription now and then.
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event as PushSubscriptionChangeEvent));
  });
}

async function show(message: Message): Promise<void> {
  const { match, title, body, yields, path = `/m/${match}`, tag = path } = message;
  const silent = yields === true && (await isInView());
  await self.registration.showNotification(title, { body, tag, silent, icon: ICON, data: path });
  // Shown all the same: Safari ends the subscription of a site whose messages show nothing.
  if (silent) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

async function isInView(): Promise<boolean> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return tabs.some(({ visibilityState }) => visibilityState === 'visible');
}

/** A tab at another match stays there: a move may be half made in it. */
async function open(path: string): Promise<void> {
  const address = resolve(path);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const openTab = tabs.find(({ url }) => new URL(url).pathname === address);
  await (openTab ? openTab.focus() : self.clients.openWindow(address));
}

async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const created =
    event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!created) return;
  const { endpoint, keys } = created.toJSON();
  await fetch(`${API}/me/push`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
