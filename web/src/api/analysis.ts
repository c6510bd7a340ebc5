import { at, request, streamAddress } from './http';
import { ndjsonLines } from './ndjson';
import type { AnalysisInfo, AnalysisProgress } from './types';

/** The analysis of a finished match: how far it is, and once it is done, what it found. */
export const analysisApi = {
  of: (match: string) => request<AnalysisInfo>('GET', at('matches', match, 'analysis')),
  /** Asks for it; to ask again changes nothing, unless it has failed. */
  ask: (match: string) => request<AnalysisInfo>('POST', at('matches', match, 'analysis')),
  /** How far it is, now and after every change, until it is done or has failed. */
  follow: (match: string, signal: AbortSignal) =>
    ndjsonLines<AnalysisProgress>(
      streamAddress(at('matches', match, 'analysis', 'stream')),
      signal,
    ),
};
