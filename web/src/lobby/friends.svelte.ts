import { friendsApi } from '../api/friends';
import type { Account, Friend, Friends } from '../api/types';

/** How the account stands with another: friends, asked by us, or asking us. */
export type Standing = 'none' | 'asked' | 'asks' | 'friends';
type Known = Pick<Account, 'id'>;

const NOBODY: Friends = { items: [], incoming: [], outgoing: [] };

let list = $state.raw<Friends>();
/** Whose list it is. */
let owner: string | undefined;

/** Friends: the account's own, and requests to and by it. */
export const friends = {
  /** Undefined until loaded. */
  get list(): Friends | undefined {
    return list;
  },
  /** The friends, those who are online first. */
  get items(): Friend[] {
    const items = list?.items ?? [];
    return [...items.filter(({ online }) => online), ...items.filter(({ online }) => !online)];
  },
  get onlineCount(): number {
    return list?.items.filter(({ online }) => online).length ?? 0;
  },
  /** How many messages of friends are unread. */
  get unread(): number {
    return (list?.items ?? []).reduce((sum, { unread = 0 }) => sum + unread, 0);
  },
  find(account: string): Friend | undefined {
    return list?.items.find(({ account: { id } }) => id === account);
  },
  /** How many people wait for an answer of ours. */
  get waiting(): number {
    return list?.incoming.length ?? 0;
  },
  standingWith(account: string): Standing {
    const includes = (items: { account: Known }[] = []): boolean =>
      items.some(({ account: { id } }) => id === account);
    if (includes(list?.items)) return 'friends';
    if (includes(list?.incoming)) return 'asks';
    return includes(list?.outgoing) ? 'asked' : 'none';
  },
  set(newList: Friends): void {
    list = newList;
  },
  /** One of them has come or gone, or sits elsewhere. */
  update(friend: Friend): void {
    const isSame = ({ account }: Friend): boolean => account.id === friend.account.id;
    if (list) list = { ...list, items: list.items.map((old) => (isSame(old) ? friend : old)) };
  },

  /** Load the list of an account; without one it is empty. */
  async load(account: string | undefined): Promise<void> {
    if (account !== owner) list = undefined;
    owner = account;
    const loaded = account ? await friendsApi.list() : NOBODY;
    if (account === owner) list = loaded;
  },
  reload(): void {
    void friends.load(owner).catch(() => undefined);
  },

  /** Ask an account to be friends, or agree to its request. */
  async befriend(account: string): Promise<Standing> {
    const { status } = await friendsApi.befriend(account);
    await friends.load(owner);
    return status;
  },
  /** End a friendship, or a request of either side. */
  async unfriend(account: string): Promise<void> {
    await friendsApi.unfriend(account);
    await friends.load(owner);
  },
};
