/** Matches as the lobby knows them. */

import type { components } from '../openapi';
import type { ClockRule } from './agreements';
import type { Delay } from './frames';
import type { JsonObject } from './json';
import type { Outcome } from './view';

type Sent = components['schemas'];

export type MatchStatus = 'open' | 'playing' | 'paused' | 'finished' | 'aborted';

export type NewMatch = Sent['NewMatch'];
export type SeatWish = Sent['SeatWish'];
export type SeatChange = Sent['SeatChange'];
export type JoinWish = Sent['JoinWish'];
export type Visibility = NonNullable<NewMatch['visibility']>;
export type UndoPolicy = NonNullable<NewMatch['undo']>;
export type SpectatorPolicy = NonNullable<NewMatch['spectators']>;

export type ResignPolicy = 'bot' | 'forfeit';

export interface Seat {
  seat: number;
  kind: 'human' | 'bot' | 'open';
  name?: string;
  bot?: string;
  account?: string;
  you?: true;
  /** For whom an open seat is kept. */
  invited?: string;
  /** It is kept for the viewer. */
  for_you?: true;
  /** Rating at the start, and after a rated match. */
  rating?: number;
  rating_after?: number;
  resigned?: true;
  stands_in?: true;
  /** The viewer gave this seat to a substitute, and may take it back. */
  yours_to_take?: true;
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
  clock?: ClockRule;
  rated?: boolean;
  spectator_delay?: Delay;
  /** What becomes of a seat that is given up. */
  resign?: ResignPolicy;
  /** The match that this one follows. */
  origin?: { rematch?: string; fork?: string; ply?: number };
  your_turn?: boolean;
  outcome?: Outcome;
  /** The id of the successor. */
  rematch?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
}
