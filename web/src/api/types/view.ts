/** The view of a match: its common part, events and result. */

import type { JsonObject } from './json';
import type { MatchStatus } from './status';

export type PlayerKind = 'human' | 'bot' | 'open';

export interface Player {
  seat: number;
  name: string;
  kind: PlayerKind;
  rating?: number;
  /** A bot is playing for the player of this name. */
  stands_in?: true;
  /** The player has resigned. */
  resigned?: true;
}

export interface Turn {
  round: number;
  phase: string;
  seats: number[];
}

/** The common part of every view; `table` is the game's own, see `view.gen.ts` of the game. */
export interface View {
  match: string;
  game: string;
  rules: number;
  status: MatchStatus;
  players: Player[];
  table: JsonObject;
  turn: Turn;
}

export type Viewer = { seat: number } | { public: true };

export interface GameEvent {
  id: number;
  key: string;
  args: JsonObject;
  text: string;
  affects?: number[];
  /** When it was sent; only for events from the log. */
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
  /** The seats that resigned, if that ended the match. */
  by?: number[];
}

export type Here = 'here' | 'away' | 'gone';

export interface Presence {
  seats: Record<string, Here>;
  spectators: number;
}

export interface ChatLine {
  from: string;
  /** The author's account: guests may share a name. */
  account?: string;
  /** Absent for spectators. */
  seat?: number;
  text: string;
  at: string;
  to?: number[];
}
