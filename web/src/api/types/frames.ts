/** What travels over the socket of a match, in both directions. */

import type { Clock, Offer, OfferKind, PassUntil, Replaced } from './agreements';
import type { Answer, Decision } from './decisions';
import type { JsonObject } from './json';
import type { ProblemBody } from './problems';
import type { ChatLine, GameEvent, Outcome, Presence, View, Viewer, Waiting } from './view';

// -- server to client

export interface HelloFrame {
  t: 'hello';
  protocol: number;
  match: string;
  viewer: Viewer;
  /** Seconds between heartbeats. */
  heartbeat: number;
  /** How far behind a delayed spectator is. */
  delayed?: Delay;
}

export interface Delay {
  plies: number;
  minutes: number;
}

/** What the viewer's seat may undo; empty: nothing. */
export interface TakingBack {
  decision?: string;
  /** Needs no consent and undoes nothing that others did. */
  free?: boolean;
}

export interface FullFrame {
  t: 'full';
  viewer: Viewer;
  ply: number;
  view: View;
  events: GameEvent[];
  decisions: Decision[];
  waiting: Waiting[];
  clock?: Clock;
  /** Until when the viewer's seat passes automatically. */
  auto_pass?: PassUntil;
  /** Whether questions with only one answer are answered for the viewer's seat. */
  auto_answer?: boolean;
  undo?: TakingBack;
  presence?: Presence;
  offers?: Offer[];
  hash: string;
}

export interface DeltaFrame {
  t: 'delta';
  ply: number;
  base: number;
  /** RFC 7396, from the view at `base`. */
  patch: JsonObject;
  events?: GameEvent[];
  decisions?: Decision[];
  waiting?: Waiting[];
  clock?: Clock;
  /** Until when the viewer's seat passes automatically. */
  auto_pass?: PassUntil;
  undo?: TakingBack;
  hash: string;
}

export interface AckFrame {
  t: 'ack';
  ref: number;
  ply: number;
}

export interface NackFrame {
  t: 'nack';
  /** Absent if the command could not be parsed. */
  ref?: number;
  problem: ProblemBody;
}

export interface PongFrame {
  t: 'pong';
  ply: number;
}

export type PresenceFrame = { t: 'presence' } & Presence;
export type ChatFrame = { t: 'chat' } & ChatLine;
export type OfferFrame = { t: 'offer' } & Offer;

export interface RestartFrame {
  t: 'restart';
  after: number;
}

export interface EndFrame {
  t: 'end';
  outcome: Outcome;
  seed?: string;
}

/** A rematch of the match exists. */
export interface RematchFrame {
  t: 'rematch';
  match: string;
}

/** Some seats have opened a private channel. */
export interface ChannelFrame {
  t: 'channel';
  seats: number[];
}

export type ServerFrame =
  | HelloFrame
  | FullFrame
  | DeltaFrame
  | AckFrame
  | NackFrame
  | PongFrame
  | PresenceFrame
  | ChatFrame
  | OfferFrame
  | RestartFrame
  | EndFrame
  | RematchFrame
  | ChannelFrame;

// -- client to server

export type Command =
  | { t: 'answer'; ref: number; decision: string; answer: Answer; key: string }
  | { t: 'undo'; ref: number; decision: string; key: string }
  | { t: 'show'; ref: number; card: string; to: number[]; key: string }
  | { t: 'chat'; ref: number; text: string; to?: number[]; key: string }
  | ({ t: 'offer'; ref: number; kind: OfferKind; key: string } & Partial<Replaced>)
  | { t: 'offer'; ref: number; id: string; accept: boolean; key: string };

export type ClientFrame = Command | { t: 'resync' } | { t: 'ping' };
