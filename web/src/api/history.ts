import type { FullFrame, GameEvent, MatchInfo, PassUntil, SeatWish } from './types';
import { at, query, request } from './http';

/** Of whom a replay shows what he saw: a seat, the public, or everything. */
export type SeenAs = `seat:${number}` | 'public' | 'all';

/** An answer, an undo or the start, without what was answered. */
export interface Entry {
  ply: number;
  kind: string;
  at: string;
  seat?: number;
}

interface Told {
  entries: Entry[];
  events: GameEvent[];
  /** After which ply to go on. */
  next?: number;
}

/** What is done at a match besides answering. */
export const control = {
  pass: (match: string, until: PassUntil) =>
    request<undefined>('PUT', at('matches', match, 'seats', 'mine', 'auto_pass'), { until }),
  answerForMe: (match: string, on: boolean) =>
    request<undefined>('PUT', at('matches', match, 'seats', 'mine', 'auto_answer'), { on }),
  /** Makes the successor, or takes the seat that is kept in it. */
  rematch: (match: string) => request<MatchInfo>('POST', at('matches', match, 'rematch')),
  fork: (match: string, ply: number, seats: SeatWish[]) =>
    request<MatchInfo>('POST', at('matches', match, 'fork'), { ply, seats }),
  /** Of one viewer a frame; of all one for each seat and the public's. */
  replay: async (match: string, ply: number, as?: SeenAs): Promise<FullFrame[]> => {
    const path = `${at('matches', match, 'replay')}${query({ ply, as })}`;
    const found = await request<FullFrame | { t: 'all'; frames: FullFrame[] }>('GET', path);
    return found.t === 'all' ? found.frames : [found];
  },
  /** Entries and events after a ply, as one viewer was told them. */
  past: (match: string, after: number, as?: SeenAs) =>
    request<Told>('GET', `${at('matches', match, 'log')}${query({ after, as })}`),
};
