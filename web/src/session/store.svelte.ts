import { turnNotifications } from '../browser/turn_notifications.svelte';
import { language } from '../i18n/locale.svelte';
import { instance } from './instance.svelte';
import { randomGuestName } from './random_guest_name';
import { accountsApi } from '../api/accounts';
import { lastOpponentCount, lastOpponent } from '../browser/opponents';
import { push } from './push.svelte';
import {
  storeUnsentPreference,
  onPreferenceChange,
  clearUnsentPreferences,
  unsentPreferences,
} from '../browser/preferences';
import { accountNeeded, asProblem, cookiesRefused } from '../api/problem';
import type {
  Account,
  Changes,
  JsonObject,
  Me,
  NewAccount,
  NewAccountByProvider,
  Privacy,
  SignedIn,
  StaffRole,
} from '../api/types';
import { onSessionLost } from '../api/http';
import { singleKeys } from '../browser/shortcuts';
import { TABLE_PREFERENCES } from '../browser/table_preferences';
import { ambientSound, sounds } from '../browser/sounds';
import { theme } from '../browser/theme.svelte';

/** An account that is to be deleted. */
interface Leaving extends Account {
  deletesAt: string;
}

let account = $state.raw<Account>();
let email = $state<string>();
let isEmailVerified = $state(false);
let role = $state<StaffRole>();
let preferences = $state.raw<JsonObject>({});
let privacy = $state.raw<Privacy>();
/** An account that is to be deleted: the page is signed out, but it may be kept. */
let leaving = $state.raw<Leaving>();
let asking = $state.raw<(named: boolean) => void>();

/** Session: the account signed in at this page. */
export const session = {
  get account(): Account | undefined {
    return account;
  },
  get name(): string | undefined {
    return account?.name;
  },
  get email(): string | undefined {
    return email;
  },
  /** Whether its owner has opened a link that was mailed there. */
  get isEmailVerified(): boolean {
    return isEmailVerified;
  },
  /** The account's role among the staff. */
  get role(): StaffRole | undefined {
    return role;
  },
  /** An account whose owner can sign in, usable on other devices. */
  get isPerson(): boolean {
    return account?.kind === 'person';
  },
  /** Preferences stored on the server. */
  get preferences(): JsonObject {
    return preferences;
  },
  /** What others may do to the account; undefined until loaded. */
  get privacy(): Privacy | undefined {
    return privacy;
  },
  /** The signed-in account, if it is to be deleted; then there is no other. */
  get leaving(): Leaving | undefined {
    return leaving;
  },
  /** Whether the account's owner can sign in, even if it is to be deleted. */
  get hasOwner(): boolean {
    return (account ?? leaving)?.kind === 'person';
  },
  /** Whether the page should ask for a name now. */
  get asking(): boolean {
    return asking !== undefined;
  },

  /** The cookie identifies the account, even if the browser's storage is gone. */
  async load(): Promise<void> {
    await accountsApi.meIfAny().then(
      (me) => me && applyMe(me),
      () => undefined,
    );
    renewPush();
  },

  /** Take a name: a new guest, or the same account renamed. */
  async takeName(name: string): Promise<void> {
    if (account) await session.change({ name });
    else await becomeGuest(name);
  },

  /** Become a guest under a random name, to play at once; without guests, ask to sign in. Throws a
   * `Problem` if there is no account then. */
  async ensureGuest(): Promise<void> {
    if (account) return;
    if (instance.hasGuests) await session.takeName(randomGuestName());
    else if (!(await session.askForName())) throw accountNeeded();
  },

  /** A name and a password; a guest keeps their matches. */
  async register(account: NewAccount): Promise<void> {
    await beginSession(() => accountsApi.register(account));
    uploadUnsentPreferences();
    email = account.email ?? undefined;
    renewPush({ signedIn: true });
  },

  /** A name for a person whom a provider has just signed in; a guest keeps their matches. */
  async registerByProvider(account: NewAccountByProvider): Promise<void> {
    await beginSession(() => accountsApi.registerByProvider(account));
    uploadUnsentPreferences();
    renewPush({ signedIn: true });
  },

  async signIn(name: string, password: string): Promise<void> {
    applyMe(await beginSession(() => accountsApi.signIn(name, password)));
    renewPush({ signedIn: true });
  },

  /** A new password, set through an operator's reset link. */
  async signInByLink(secret: string, password: string): Promise<void> {
    applyMe(await beginSession(() => accountsApi.signInByLink(secret, password)));
    renewPush({ signedIn: true });
  },

  async signOut({ everywhere = false } = {}): Promise<void> {
    await (everywhere ? accountsApi.signOutEverywhere() : accountsApi.signOut());
    void push.switchOff({ informServer: false });
    clearAccount();
  },

  /** Ask to delete the account; a person gives the password. */
  async deleteAccount(password?: string): Promise<void> {
    await accountsApi.deleteAccount(password);
    void push.switchOff({ informServer: false });
    applyMe(await accountsApi.me());
  },

  async keepAccount(): Promise<void> {
    await accountsApi.keepAccount();
    applyMe(await accountsApi.me());
    renewPush();
  },

  async change(changes: Changes): Promise<void> {
    applyMe(await accountsApi.change(changes));
  },

  /** Ask for a name where there is none yet; false if the dialog was dismissed. */
  ensureName(): Promise<boolean> {
    return account ? Promise.resolve(true) : session.askForName();
  },

  askForName(): Promise<boolean> {
    return new Promise((resolve) => (asking = resolve));
  },

  answered(named: boolean): void {
    asking?.(named);
    asking = undefined;
  },
};

/** Without push messages the page works as before. */
function renewPush(reason?: { signedIn: boolean }): void {
  if (account) void push.renew(account.id, reason).catch(() => undefined);
}

function setAccount(newAccount: Account): void {
  account = newAccount;
}

/** Whether this browser has not kept the cookie of a session. */
let cookieLost = false;

/**
 * Begins a session. Throws a `Problem` if the browser does not keep its cookie; then no other
 * session is begun, since nobody could use it.
 */
async function beginSession(request: () => Promise<SignedIn>): Promise<Me> {
  if (cookieLost || !navigator.cookieEnabled) throw cookiesRefused();
  const response = await request();
  const me = await accountsApi.meIfAny();
  cookieLost = me?.account.id !== response.account.id;
  if (!me || cookieLost) throw cookiesRefused();
  if (!me.deletes_at) setAccount(me.account);
  privacy = me.privacy;
  role = me.role;
  return me;
}

/** An account already signed in but unknown to this page is kept. */
async function becomeGuest(name: string): Promise<void> {
  try {
    await beginSession(() => accountsApi.becomeGuest(name));
    uploadUnsentPreferences();
  } catch (thrown) {
    if (asProblem(thrown).type !== 'signed-in') throw thrown;
    applyMe(await accountsApi.me());
  }
}

/** Preferences set before there was an account are stored with it. */
function uploadUnsentPreferences(): void {
  const preferences = unsentPreferences();
  if (Object.keys(preferences).length) {
    void session.change({ preferences }).then(clearUnsentPreferences, () => undefined);
  }
}

/** Apply the server's account, with the theme and language chosen elsewhere. */
function applyMe(me: Me): void {
  if (me.deletes_at) {
    clearAccount();
    leaving = { ...me.account, deletesAt: me.deletes_at };
    return;
  }
  leaving = undefined;
  setAccount(me.account);
  email = me.email;
  isEmailVerified = me.email_verified ?? false;
  role = me.role;
  preferences = me.preferences ?? {};
  privacy = me.privacy;
  theme.adopt(preferences.look);
  language.adopt(preferences.language);
  sounds.adopt(preferences.sounds);
  ambientSound.adopt(preferences.ambience);
  singleKeys.adopt(preferences.keys);
  turnNotifications.adopt(preferences.notifications);
  for (const preference of [lastOpponent, lastOpponentCount, ...TABLE_PREFERENCES])
    preference.adopt(preferences[preference.name]);
}

function clearAccount(): void {
  account = leaving = undefined;
  email = role = undefined;
  preferences = {};
  privacy = undefined;
}

onSessionLost(clearAccount);

// The browser has stored the preference already; a failed upload does no harm.
onPreferenceChange((name, value) => {
  if (!account) storeUnsentPreference(name, value);
  else void session.change({ preferences: { [name]: value } }).catch(() => undefined);
});
