/** Accounts and what belongs to them, as sent and received. */

import type { components } from '../schema.gen';
import type { PassUntil } from './agreements';
import type { JsonObject } from './json';
import type { MatchInfo } from './matches';

type Wire = components['schemas'];

export type Account = Wire['Account'];
export type AccountKind = Account['kind'];

export type NewAccount = Wire['NewAccount'];
export type Changes = Wire['Changes'];
export type SignedIn = Wire['SignedIn'];

export interface Me extends Omit<Wire['Me'], 'preferences'> {
  preferences: JsonObject;
}

export type NewToken = Wire['NewToken'];
export type Token = Wire['Token'];
export type Scope = NewToken['scopes'][number];
/** The secret is shown only once. */
export type MadeToken = Wire['MadeToken'];

export type NewWebhook = Wire['NewWebhook'];
export type Webhook = Wire['Webhook'];
export type WebhookFormat = Webhook['format'];
export type WebhookEvent = Webhook['events'][number];
/** The key signs deliveries; it is shown only once. */
export type MadeWebhook = Wire['MadeWebhook'];

export type RelationKind = 'block' | 'mute';
/** A blocked or muted account. */
export type Relation = Wire['Related'];
export type NewReport = Wire['NewReport'];

/** Default auto-pass of the account's seats, from the start of each match. */
export type AutoPass = 'off' | PassUntil;

/** Rating in a game with this number of players. */
export type Rating = Wire['Rating'];
/** Matches and wins in a game, rated or not. */
export type Result = Wire['Result'];
/** Rank on the leaderboard. */
export type Standing = Wire['Standing'];
export type Standings = Wire['Leaderboard'];

/** Public profile. */
export interface Profile extends Omit<Wire['Profile'], 'matches'> {
  /** Public ones, newest first. */
  matches: MatchInfo[];
}
