import { at, query, request } from './http';
import type { DirectMessage, Page } from './types';

const of = (account: string): string => at('me', 'messages', account);

/** Direct messages between the account and another. */
export const messagesApi = {
  /** The newest messages, or those before a cursor. */
  read: (account: string, cursor?: string) =>
    request<Page<DirectMessage>>('GET', `${of(account)}${query({ cursor })}`),
  send: (account: string, text: string) => request<DirectMessage>('POST', of(account), { text }),
  markRead: (account: string) => request<undefined>('PUT', of(account)),
  /** Delete the conversation for this account; the other one keeps it. */
  remove: (account: string) => request<undefined>('DELETE', of(account)),
};
