/** Streams over all matches: the account's own lines, and the events of the lobby. */

import type { Offer } from './agreements';
import type { Decision } from './decisions';
import type { MatchInfo } from './matches';
import type { MatchStatus } from './status';
import type { Outcome } from './view';

/** A line of `/me/stream`. */
export type AccountLine =
  | { t: 'match'; match: MatchInfo }
  | { t: 'invite'; match: MatchInfo; seat: number }
  | { t: 'decision'; match: string; seat: number; ply: number; decisions: Decision[] }
  | { t: 'offer'; match: string; seat: number; offer: Offer }
  | { t: 'end'; match: string; status: MatchStatus; outcome?: Outcome }
  | { t: 'restart'; after: number };

/** The events of `/lobby/stream`, each with its data. */
export interface LobbyEvents {
  list: { items: MatchInfo[] };
  open: MatchInfo;
  changed: MatchInfo;
  gone: { id: string };
}
