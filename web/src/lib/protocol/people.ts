/** Accounts, and what belongs to them. */

import type { components } from '../openapi';
import type { PassUntil } from './agreements';
import type { JsonObject } from './json';
import type { MatchInfo } from './matches';

type Sent = components['schemas'];

export type NewAccount = Sent['NewAccount'];
export type Changes = Sent['Changes'];
export type NewToken = Sent['NewToken'];

export type AccountKind = 'guest' | 'person' | 'bot';

export interface Account {
  id: string;
  name: string;
  kind: AccountKind;
}

export interface Me {
  account: Account;
  preferences?: JsonObject;
  email?: string;
}

export type Scope = NewToken['scopes'][number];

export interface Token {
  id: string;
  name: string;
  scopes: Scope[];
  created_at: string;
  expires_at?: string;
}

/** A secret that is shown this once. */
export interface MadeToken extends Token {
  token: string;
}

/** A bot that has just been made; its token is shown this once. */
export interface MadeBot {
  account: Account;
  token: string;
}

export type WebhookFormat = 'generic' | 'discord';
export type WebhookEvent = 'decision' | 'invite' | 'end';

export interface Webhook {
  id: string;
  url: string;
  format: WebhookFormat;
  events: WebhookEvent[];
  /** Calls that went wrong since the last that did not. */
  failures?: number;
  /** Signs what is sent; shown only when it is made. */
  secret?: string;
}

export type RelationKind = 'block' | 'mute';

/** Somebody whom one does not want to hear of. */
export interface Relation {
  account: Account;
  at: string;
}

/** For how long one's seats pass by themselves, from the beginning of a match on. */
export type AutoPass = 'off' | PassUntil;

/** How strong somebody is at a game for so many players. */
export interface Rating {
  game: string;
  players: number;
  rating: number;
  matches: number;
  wins: number;
  /** After so few matches it says little. */
  provisional?: boolean;
}

/** How often somebody has won a game, rated or not. */
export interface Result {
  game: string;
  played: number;
  won: number;
}

export interface Standing {
  rank: number;
  account: Account;
  rating: number;
  matches: number;
  wins: number;
  provisional?: boolean;
}

export interface Standings {
  items: Standing[];
  next?: string;
}

/** What everybody may know of somebody. */
export interface Profile {
  account: Account;
  created_at: string;
  /** Whose bot it is. */
  owner?: Account;
  ratings: Rating[];
  results: Result[];
  /** Public ones, newest first. */
  matches: MatchInfo[];
}
