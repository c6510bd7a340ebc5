import type {
  Account,
  Changes,
  MadeBot,
  MadeToken,
  Me,
  NewAccount,
  NewToken,
  Page,
  Profile,
  Relation,
  RelationKind,
  Standings,
  Token,
  Webhook,
  WebhookEvent,
  WebhookFormat,
} from './protocol';
import { at, query, request } from './request';

export interface NewWebhook {
  url: string;
  format: WebhookFormat;
  events: WebhookEvent[];
}

export interface Report {
  account: string;
  match?: string;
  reason: string;
}

const RELATIONS: Record<RelationKind, string> = { block: 'blocks', mute: 'mutes' };

/** Accounts, one's own and those of others. */
export const people = {
  me: () => request<Me>('GET', '/me'),
  change: (changes: Changes) => request<Me>('PATCH', '/me', changes),
  becomeGuest: (name: string) => request<{ account: Account }>('POST', '/guests', { name }),
  register: (account: NewAccount) => request<{ account: Account }>('POST', '/accounts', account),
  signIn: (name: string, password: string) =>
    request<{ account: Account }>('POST', '/sessions', { name, password }),
  signOut: () => request<undefined>('DELETE', '/sessions/current'),
  signOutEverywhere: () => request<undefined>('DELETE', '/sessions'),

  tokens: () => request<Page<Token>>('GET', '/me/tokens'),
  makeToken: (token: NewToken) => request<MadeToken>('POST', '/me/tokens', token),
  revoke: (token: string) => request<undefined>('DELETE', at('me', 'tokens', token)),
  bots: () => request<Page<Account>>('GET', '/me/bots'),
  makeBot: (name: string) => request<MadeBot>('POST', '/bots', { name }),
  webhooks: () => request<Page<Webhook>>('GET', '/me/webhooks'),
  addWebhook: (webhook: NewWebhook) => request<Webhook>('POST', '/me/webhooks', webhook),
  removeWebhook: (id: string) => request<undefined>('DELETE', at('me', 'webhooks', id)),

  profile: (name: string) => request<Profile>('GET', at('accounts', name)),
  leaderboard: (game: string, players?: number, cursor?: string) =>
    request<Standings>('GET', `${at('leaderboards', game)}${query({ players, cursor })}`),
  relations: (kind: RelationKind) => request<Page<Relation>>('GET', at('me', RELATIONS[kind])),
  relate: (kind: RelationKind, name: string) =>
    request<undefined>('PUT', at('me', RELATIONS[kind], name)),
  unrelate: (kind: RelationKind, name: string) =>
    request<undefined>('DELETE', at('me', RELATIONS[kind], name)),
  report: (report: Report) => request<undefined>('POST', '/reports', report),
};
