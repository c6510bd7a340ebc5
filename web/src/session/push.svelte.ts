import { accountsApi } from '../api/accounts';
import type { NewPushSubscription } from '../api/types';
import { serviceWorkerRegistration } from '../browser/service_worker';
import { writeStorage, readStorage } from '../browser/storage';

/** The account that switched push messages on in this browser, and the address it has for them. */
const OWNER = 'push';
const ENDPOINT = 'push.endpoint';

export type PushResult = 'on' | 'refused' | 'failed';

let owner = $state(readStorage(OWNER));

/** Push messages: notifications in this browser while the page is closed. */
export const push = {
  get possible(): boolean {
    return 'PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window;
  },
  isOn(account: string | undefined): boolean {
    return account !== undefined && owner === account && push.possible && isAllowed();
  },

  /** The browser asks for permission, so this follows a press of a button. Throws `Problem`. */
  async switchOn(account: string): Promise<PushResult> {
    if ((await Notification.requestPermission()) !== 'granted') return 'refused';
    const subscription = await subscriptionFor((await accountsApi.push()).key);
    if (!subscription) return 'failed';
    await send(subscription);
    setOwner(account);
    return 'on';
  },

  /** Also when signing out, which ends the subscription at the server. */
  async switchOff({ informServer = true } = {}): Promise<void> {
    const subscription = await currentSubscription();
    if (subscription && informServer) {
      await accountsApi.unsubscribe(subscription.endpoint).catch(() => undefined);
    }
    await subscription?.unsubscribe().catch(() => undefined);
    setOwner('');
  },

  /**
   * Called when the account is known: subscribes again if the server has another key or has forgotten
   * this browser, if the browser has another address or, after a sign-in, another session.
   */
  async renew(account: string, { signedIn = false } = {}): Promise<void> {
    if (!push.isOn(account)) return;
    const { key, subscriptions } = await accountsApi.push();
    const subscription = await subscriptionFor(key);
    if (!subscription) return;
    const isKnown = subscriptions > 0 && subscription.endpoint === readStorage(ENDPOINT);
    if (signedIn || !isKnown) await send(subscription);
  },
};

function isAllowed(): boolean {
  return Notification.permission === 'granted';
}

function setOwner(account: string): void {
  owner = account;
  writeStorage(OWNER, account);
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await serviceWorkerRegistration())?.pushManager?.getSubscription();
}

/** A subscription for this key of the server; one for another key can't be used. */
async function subscriptionFor(key: string): Promise<PushSubscription | undefined> {
  const manager = (await serviceWorkerRegistration())?.pushManager;
  const old = await manager?.getSubscription();
  const applicationServerKey = bytesOf(key);
  if (old && hasKey(old, applicationServerKey)) return old;
  await old?.unsubscribe();
  // Some browsers have no push service, or none that answers.
  return manager?.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => undefined);
}

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? []);
  return own.length === key.length && own.every((byte, place) => byte === key[place]);
}

async function send(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await accountsApi.subscribe({ endpoint, keys } as NewPushSubscription);
  writeStorage(ENDPOINT, subscription.endpoint);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
