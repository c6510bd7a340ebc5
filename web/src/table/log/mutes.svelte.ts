import { accountsApi } from '../../api/accounts';
import { session } from '../../session/store.svelte';
import { attempt } from '../../ui/toasts.svelte';

let ids = $state.raw<ReadonlySet<string>>(new Set());
let loadedAccount: string | undefined;

/** The ids of the muted accounts, stored with the account: names may be shared, and change. */
export const mutes = {
  has: (account: string | undefined): boolean => account !== undefined && ids.has(account),

  /** Loads once per account. */
  async load(): Promise<void> {
    const accountId = session.account?.id;
    if (!accountId || accountId === loadedAccount) return;
    loadedAccount = accountId;
    try {
      const { items } = await accountsApi.relations('mute');
      ids = new Set(items.map(({ account }) => account.id));
    } catch {
      // The list is loaded again at the next table.
      loadedAccount = undefined;
    }
  },

  async toggle(account: string): Promise<void> {
    await attempt(async () => {
      const muted = ids.has(account);
      if (muted) await accountsApi.unrelate('mute', account);
      else await accountsApi.relate('mute', account);
      ids = new Set(muted ? [...ids].filter((id) => id !== account) : [...ids, account]);
    });
  },
};
