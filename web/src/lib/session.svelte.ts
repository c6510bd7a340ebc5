import { api } from './api';
import { anyName } from './names';
import { asProblem } from './problem';
import type { Account } from './protocol';
import { store, stored } from './stored';

let account = $state.raw<Account>();
let asking = $state.raw<(named: boolean) => void>();

/** Who sits in front of this page. */
export const session = {
  get account(): Account | undefined {
    return account;
  },
  get name(): string | undefined {
    return account?.name;
  },
  /** Whether the page should ask for a name now. */
  get asking(): boolean {
    return asking !== undefined;
  },

  /** Browsers that never took a name have no session to ask for. */
  async load(): Promise<void> {
    if (!stored('named')) return;
    try {
      account = (await api.me()).account;
    } catch (thrown) {
      if (asProblem(thrown).status === 401) store('named', '');
    }
  },

  /** Take a name: a new guest, or the same account called otherwise. */
  async take(name: string): Promise<void> {
    account = (account ? await api.rename(name) : await api.becomeGuest(name)).account;
    store('named', 'yes');
  },

  /** Any name will do: somebody wants to play at once. */
  async takeAny(): Promise<void> {
    if (!account) await session.take(anyName());
  },

  /** Ask for a name where there is none yet; false when the question was waved away. */
  need(): Promise<boolean> {
    return account ? Promise.resolve(true) : session.ask();
  },

  ask(): Promise<boolean> {
    return new Promise((resolve) => (asking = resolve));
  },

  answered(named: boolean): void {
    asking?.(named);
    asking = undefined;
  },
};
