/** What is shown of a match: the common part of its view, what happened, how it ended. */

import type { JsonObject } from './json';
import type { MatchStatus } from './status';

export type PlayerKind = 'human' | 'bot' | 'open';

export interface Player {
  seat: number;
  name: string;
  kind: PlayerKind;
  rating?: number;
  /** A bot plays on for the person of that name. */
  stands_in?: true;
  /** The seat was given up. */
  resigned?: true;
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
  /** The seats that gave up, where that ended it. */
  by?: number[];
}

export type Here = 'here' | 'away' | 'gone';

export interface Presence {
  seats: Record<string, Here>;
  spectators: number;
}

export interface ChatLine {
  from: string;
  /** Whose it is: guests may share a name. */
  account?: string;
  /** Absent for spectators. */
  seat?: number;
  text: string;
  at: string;
  to?: number[];
}
