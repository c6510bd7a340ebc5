import type {
  Account,
  Changes,
  DataExport,
  Deletion,
  MadeToken,
  MadeWebhook,
  Me,
  NewAccount,
  NewAccountByProvider,
  NewPushSubscription,
  NewReport,
  NewToken,
  NewWebhook,
  Page,
  Profile,
  ProviderAddress,
  Push,
  RankedKind,
  Relation,
  RelationKind,
  Session,
  SignedIn,
  SignInMethods,
  Standings,
  Token,
  Webhook,
  Webhooks,
} from './types';
import { at, query, request } from './http';

const RELATIONS: Record<RelationKind, string> = { block: 'blocks', mute: 'mutes' };

/** Path of the caller's own tokens, or of those of one of their bots. */
function tokensOf(bot: string | undefined): string[] {
  return bot === undefined ? ['me', 'tokens'] : ['me', 'bots', bot, 'tokens'];
}

/** Account endpoints: the caller's own account and those of others. */
export const accountsApi = {
  me: () => request<Me>('GET', '/me'),
  /** The same, if the browser's cookie identifies an account. */
  meIfAny: () => request<Me | undefined>('GET', '/me?if_any=true'),
  change: (changes: Changes) => request<Me>('PATCH', '/me', changes),
  becomeGuest: (name: string) => request<SignedIn>('POST', '/guests', { name }),
  register: (account: NewAccount) => request<SignedIn>('POST', '/accounts', account),
  registerByProvider: (account: NewAccountByProvider) =>
    request<SignedIn>('POST', '/accounts/by-provider', account),
  signIn: (name: string, password: string) =>
    request<SignedIn>('POST', '/sessions', { name, password }),
  signInByLink: (secret: string, password: string) =>
    request<SignedIn>('POST', '/sessions/by-link', { secret, password }),
  signInMethods: () => request<SignInMethods>('GET', '/me/sign-in-methods'),
  linkProvider: (provider: string, password?: string) =>
    request<ProviderAddress>(
      'POST',
      '/me/identities',
      password === undefined ? { provider } : { provider, password },
    ),
  unlinkProvider: (identity: string) =>
    request<undefined>('DELETE', at('me', 'identities', identity)),
  confirm: (provider: string, next: string) =>
    request<ProviderAddress>('POST', '/me/confirmation', { provider, next }),
  mailResetLink: (email: string) => request<undefined>('POST', '/password-resets', { email }),
  mailVerificationLink: () => request<undefined>('PUT', '/me/email-verification'),
  verifyEmail: (secret: string) => request<undefined>('POST', '/email-verifications', { secret }),
  signOut: () => request<undefined>('DELETE', '/sessions/current'),
  sessions: () => request<Page<Session>>('GET', '/sessions'),
  endSession: (session: string) => request<undefined>('DELETE', at('sessions', session)),
  deleteAccount: (password?: string) =>
    request<Deletion>('PUT', '/me/deletion', password === undefined ? {} : { password }),
  exportData: (password?: string) =>
    request<DataExport>('POST', '/me/exports', password === undefined ? {} : { password }),
  keepAccount: () => request<undefined>('DELETE', '/me/deletion'),
  signOutEverywhere: () => request<undefined>('DELETE', '/sessions'),

  tokens: (bot?: string) => request<Page<Token>>('GET', at(...tokensOf(bot))),
  makeToken: (token: NewToken, bot?: string) =>
    request<MadeToken>('POST', at(...tokensOf(bot)), token),
  revoke: (token: string, bot?: string) =>
    request<undefined>('DELETE', at(...tokensOf(bot), token)),
  bots: () => request<Page<Account>>('GET', '/me/bots'),
  makeBot: (name: string) => request<SignedIn>('POST', '/bots', { name }),
  webhooks: (lang: string) => request<Webhooks>('GET', `/me/webhooks${query({ lang })}`),
  addWebhook: (webhook: NewWebhook) => request<MadeWebhook>('POST', '/me/webhooks', webhook),
  testWebhook: (id: string) => request<Webhook>('POST', at('me', 'webhooks', id, 'test')),
  removeWebhook: (id: string) => request<undefined>('DELETE', at('me', 'webhooks', id)),
  push: (lang?: string) => request<Push>('GET', `/me/push${query({ lang })}`),
  subscribe: (subscription: NewPushSubscription) => request<Push>('POST', '/me/push', subscription),
  unsubscribe: (endpoint: string) => request<undefined>('DELETE', '/me/push', { endpoint }),

  profile: (name: string) => request<Profile>('GET', at('accounts', name)),
  leaderboard: (game: string, players: number, kind?: RankedKind, cursor?: string) =>
    request<Standings>('GET', `${at('leaderboards', game)}${query({ players, kind, cursor })}`),
  relations: (kind: RelationKind) => request<Page<Relation>>('GET', at('me', RELATIONS[kind])),
  relate: (kind: RelationKind, name: string) =>
    request<undefined>('PUT', at('me', RELATIONS[kind], name)),
  unrelate: (kind: RelationKind, name: string) =>
    request<undefined>('DELETE', at('me', RELATIONS[kind], name)),
  report: (report: NewReport) => request<undefined>('POST', '/reports', report),
  acknowledge: (warning: string) => request<undefined>('POST', at('me', 'warnings', warning)),
};
