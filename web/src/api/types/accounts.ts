/** Accounts, and what belongs to them; as the server reads and says it. */

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
/** The secret in it is shown this once. */
export type MadeToken = Wire['MadeToken'];

export type NewWebhook = Wire['NewWebhook'];
export type Webhook = Wire['Webhook'];
export type WebhookFormat = Webhook['format'];
export type WebhookEvent = Webhook['events'][number];
/** Its key signs what is sent; it is shown this once. */
export type MadeWebhook = Wire['MadeWebhook'];

export type RelationKind = 'block' | 'mute';
/** Somebody whom one does not want to hear of. */
export type Relation = Wire['Related'];
export type NewReport = Wire['NewReport'];

/** For how long one's seats pass by themselves, from the beginning of a match on. */
export type AutoPass = 'off' | PassUntil;

/** How strong somebody is at a game for so many players. */
export type Rating = Wire['Rating'];
/** How often somebody has won a game, rated or not. */
export type Result = Wire['Result'];
/** Somebody's place among all. */
export type Standing = Wire['Standing'];
export type Standings = Wire['Leaderboard'];

/** What everybody may know of somebody. */
export interface Profile extends Omit<Wire['Profile'], 'matches'> {
  /** Public ones, newest first. */
  matches: MatchInfo[];
}
