import { people } from '../../api/accounts';
import { session } from '../../session/store.svelte';
import { attempt } from '../../ui/toasts.svelte';

let names = $state.raw<ReadonlySet<string>>(new Set());
let whose: string | undefined;

/** The muted accounts, stored with the account. */
export const mutes = {
  has: (name: string): boolean => names.has(name.toLowerCase()),

  /** Loads once per account. */
  async load(): Promise<void> {
    const who = session.account?.id;
    if (!who || who === whose) return;
    whose = who;
    try {
      const { items } = await people.relations('mute');
      names = new Set(items.map(({ account }) => account.name.toLowerCase()));
    } catch {
      // The list is loaded again at the next table.
      whose = undefined;
    }
  },

  /** Guests may share a name: compare by `account`, where it is known. */
  async toggle(name: string, account = name): Promise<void> {
    const folded = name.toLowerCase();
    await attempt(async () => {
      const muted = names.has(folded);
      if (muted) await people.unrelate('mute', account);
      else await people.relate('mute', account);
      names = new Set(muted ? [...names].filter((one) => one !== folded) : [...names, folded]);
    });
  },
};
