/** What travels over the wire, as the protocol page names it; what is sent, as the server reads it. */

import type { components } from './openapi';

type Sent = components['schemas'];

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

// -- the view

export type PlayerKind = 'human' | 'bot';

export interface Player {
  seat: number;
  name: string;
  kind: PlayerKind;
  rating?: number;
}

export interface Turn {
  round: number;
  phase: string;
  seats: number[];
}

/** The common part of every view; `table` is the game's own. */
export interface View<Table extends object = JsonObject> {
  match: string;
  game: string;
  rules: number;
  status: MatchStatus;
  players: Player[];
  table: Table;
  turn: Turn;
}

export type Viewer = { seat: number } | { public: true };

// -- decisions

/** A key, a list of keys, an amount, or a mix. */
export type Answer = string | number | string[] | Record<string, number>;

export interface Prompt {
  key: string;
  args: JsonObject;
  text: string;
}

export interface Option {
  key: string;
  text: string;
  /** Things in the view, as "card:c14", so that a board can light them up. */
  targets?: string[];
}

/** An option that is visible but not possible now. */
export interface Blocked {
  key: string;
  why: string;
}

interface DecisionCommon {
  id: string;
  seat: number;
  prompt: Prompt;
  optional: boolean;
  undo: boolean;
  blocked?: Blocked[];
  deadline?: string;
}

export interface ChooseDecision extends DecisionCommon {
  kind: 'choose';
  options: Option[];
  min: number;
  max: number;
  default?: string | string[];
}

export interface AmountDecision extends DecisionCommon {
  kind: 'amount';
  min: number;
  max: number;
  default?: number;
}

export interface MixDecision extends DecisionCommon {
  kind: 'mix';
  limits: Record<string, number>;
  min: number;
  max: number;
  default?: Record<string, number>;
}

export interface OrderDecision extends DecisionCommon {
  kind: 'order';
  options: Option[];
  default?: string[];
}

export type Decision = ChooseDecision | AmountDecision | MixDecision | OrderDecision;

// -- what happened, who is waited for, how it ended

export interface GameEvent {
  id: number;
  key: string;
  args: JsonObject;
  text: string;
  affects?: number[];
  /** When it was told; known of events from the log. */
  ply?: number;
  at?: string;
}

export interface Waiting {
  seat: number;
  deadline?: string;
}

export interface ScoreLine {
  key: string;
  text: string;
  points: number;
}

export interface Score {
  seat: number;
  total: number;
  lines: ScoreLine[];
}

export interface Outcome {
  /** Seats by rank, best first, ties together. */
  ranks: number[][];
  sheet?: Score[];
  reason: string;
}

export type Here = 'here' | 'away' | 'gone';

export interface Presence {
  seats: Record<string, Here>;
  spectators: number;
}

export interface ChatLine {
  from: string;
  /** Absent for spectators. */
  seat?: number;
  text: string;
  at: string;
  to?: number[];
}

export type OfferKind = 'undo' | 'pause' | 'abort' | 'draw' | 'substitute';

export interface Offer {
  id: string;
  kind: OfferKind;
  by: number;
  /** Seat to yes or no, for those who have answered. */
  answers: Record<string, boolean>;
}

// -- frames, server to client

export interface HelloFrame {
  t: 'hello';
  protocol: number;
  match: string;
  viewer: Viewer;
  /** Seconds between two signs of life. */
  heartbeat: number;
}

export interface FullFrame {
  t: 'full';
  viewer: Viewer;
  ply: number;
  view: View;
  events: GameEvent[];
  decisions: Decision[];
  waiting: Waiting[];
  clock?: JsonObject;
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
  clock?: JsonObject;
  hash: string;
}

export interface AckFrame {
  t: 'ack';
  ref: number;
  ply: number;
}

export interface NackFrame {
  t: 'nack';
  /** Absent where the command could not even be read. */
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
  | EndFrame;

// -- frames, client to server

export type Command =
  | { t: 'answer'; ref: number; decision: string; answer: Answer; key: string }
  | { t: 'undo'; ref: number; decision: string; key: string }
  | { t: 'chat'; ref: number; text: string; to?: number[]; key: string }
  | { t: 'offer'; ref: number; kind: OfferKind; key: string }
  | { t: 'offer'; ref: number; id: string; accept: boolean; key: string };

export type ClientFrame = Command | { t: 'resync' } | { t: 'ping' };

// -- problems

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  why?: string;
  errors?: unknown;
  decision?: Decision;
  decisions?: Decision[];
}

// -- accounts

export interface Account {
  id: string;
  name: string;
  kind: string;
}

export interface Me {
  account: Account;
  preferences?: JsonObject;
}

// -- games

export interface BotOnOffer {
  name: string;
  title: string;
  text: string;
}

/** One thing of the box, for the gallery. */
export interface Component {
  id: string;
  name: string;
  kind: string;
  text?: string;
  facts?: JsonObject;
}

export interface Game {
  id: string;
  title: string;
  players: { min: number; max: number };
}

export interface GameDetails extends Game {
  options: JsonSchema;
  bots: BotOnOffer[];
  catalogue: Component[];
  rules: number;
  how_to_play: string;
}

/** The part of JSON schema that the form for options understands. */
export interface JsonSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  const?: Json;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

// -- matches

export type MatchStatus = 'open' | 'playing' | 'paused' | 'finished' | 'aborted';

export type NewMatch = Sent['NewMatch'];
export type SeatWish = Sent['SeatWish'];
export type SeatChange = Sent['SeatChange'];
export type JoinWish = Sent['JoinWish'];
export type NewName = Sent['NewName'];
export type Visibility = NonNullable<NewMatch['visibility']>;
export type UndoPolicy = NonNullable<NewMatch['undo']>;
export type SpectatorPolicy = NonNullable<NewMatch['spectators']>;

export interface Seat {
  seat: number;
  kind: 'human' | 'bot' | 'open';
  name?: string;
  bot?: string;
  account?: string;
  you?: true;
}

export interface Invite {
  url: string;
  code: string;
}

export interface MatchInfo {
  id: string;
  game: string;
  title?: string;
  options: JsonObject;
  status: MatchStatus;
  seats: Seat[];
  visibility: Visibility;
  ply: number;
  seed_hash?: string;
  seed?: string;
  /** Only members see it. */
  invite?: Invite;
  /** The id of an account. */
  creator: string;
  created_at: string;
  undo: UndoPolicy;
  spectators: SpectatorPolicy;
  autostart: boolean;
  your_turn?: boolean;
  outcome?: Outcome;
  /** The id of the successor. */
  rematch?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
}
