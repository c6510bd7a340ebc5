import { accountsApi } from '../api/accounts';
import type { AccountWarning } from '../api/types';

let list = $state.raw<AccountWarning[]>([]);

/** Warnings of the staff that the account has not acknowledged. */
export const warnings = {
  /** The one to show now. */
  get first(): AccountWarning | undefined {
    return list[0];
  },
  set(newList: AccountWarning[]): void {
    list = newList;
  },
  async acknowledge(id: string): Promise<void> {
    await accountsApi.acknowledge(id);
    list = list.filter((warning) => warning.id !== id);
  },
};
