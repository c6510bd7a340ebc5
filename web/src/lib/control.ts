import type { FullFrame, MatchInfo, PassUntil } from './protocol';
import { at, query, request } from './request';

/** Of whom a replay shows what he saw: a seat, the public, or everything. */
export type SeenAs = `seat:${number}` | 'public' | 'all';

/** What is done at a match besides answering. */
export const control = {
  pass: (match: string, until: PassUntil) =>
    request<undefined>('PUT', at('matches', match, 'seats', 'mine', 'auto_pass'), { until }),
  rematch: (match: string) => request<MatchInfo>('POST', at('matches', match, 'rematch')),
  fork: (match: string, ply: number, seat?: number) =>
    request<MatchInfo>('POST', at('matches', match, 'fork'), { ply, seat }),
  replay: (match: string, ply: number, as?: SeenAs) =>
    request<FullFrame>('GET', `${at('matches', match, 'replay')}${query({ ply, as })}`),
};
