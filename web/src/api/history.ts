import type { FullFrame, GameEvent, MatchInfo, PassUntil, RoundScores, SeatRequest } from './types';
import { at, query, request } from './http';

/** Whose view a replay shows: a seat's, the public's, or everything. */
export type SeenAs = `seat:${number}` | 'public' | 'all';

/** An answer, an undo or the start, without what was answered. */
export interface Entry {
  ply: number;
  kind: string;
  at: string;
  seat?: number;
}

interface LogPage {
  entries: Entry[];
  events: GameEvent[];
  /** The ply after which to continue. */
  next?: number;
}

/** Match actions other than answering. */
export const historyApi = {
  pass: (match: string, until: PassUntil) =>
    request<undefined>('PUT', at('matches', match, 'seats', 'mine', 'auto_pass'), { until }),
  answerForMe: (match: string, on: boolean) =>
    request<undefined>('PUT', at('matches', match, 'seats', 'mine', 'auto_answer'), { on }),
  /** Makes the successor, or takes the seat reserved in it. */
  rematch: (match: string) => request<MatchInfo>('POST', at('matches', match, 'rematch')),
  /** A practice match with the deal of a finished one. */
  sameDeal: (match: string, seats: SeatRequest[]) =>
    request<MatchInfo>('POST', at('matches', match, 'same-deal'), { seats }),
  fork: (match: string, ply: number, seats: SeatRequest[]) =>
    request<MatchInfo>('POST', at('matches', match, 'fork'), { ply, seats }),
  /** One frame for a single viewer; for all, one per seat and the public's. */
  replay: async (match: string, ply: number, as?: SeenAs): Promise<FullFrame[]> => {
    const path = `${at('matches', match, 'replay')}${query({ ply, as })}`;
    const reply = await request<FullFrame | { t: 'all'; frames: FullFrame[] }>('GET', path);
    return reply.t === 'all' ? reply.frames : [reply];
  },
  /** The totals by round of a match that is over. */
  scores: (match: string) =>
    request<{ rounds: RoundScores[] }>('GET', at('matches', match, 'scores')),
  /** Entries and events after a ply, as one viewer received them. */
  log: (match: string, after: number, as?: SeenAs) =>
    request<LogPage>('GET', `${at('matches', match, 'log')}${query({ after, as })}`),
};
