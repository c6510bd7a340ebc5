import { at, request } from './http';
import type { Account, FriendLink, Friends, Friendship } from './types';

/** Friend endpoints: the list, requests and links. */
export const friendsApi = {
  list: () => request<Friends>('GET', '/me/friends'),
  /** Ask an account to be friends, or agree to its request. */
  befriend: (account: string) => request<Friendship>('PUT', at('me', 'friends', account)),
  /** End a friendship, or a request of either side. */
  unfriend: (account: string) => request<undefined>('DELETE', at('me', 'friends', account)),
  link: () => request<FriendLink>('GET', '/me/friend-link'),
  renewLink: () => request<FriendLink>('POST', '/me/friend-link'),
  ownerOfLink: (code: string) => request<Account>('GET', at('friend-links', code)),
  acceptLink: (code: string) => request<Friendship>('POST', at('friend-links', code)),
};
