/** Accounts, and what belongs to them. */

import type { JsonObject } from './json';

export interface Account {
  id: string;
  name: string;
  kind: string;
}

export interface Me {
  account: Account;
  preferences?: JsonObject;
}
