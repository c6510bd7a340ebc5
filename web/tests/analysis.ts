/** An analysis of a short match for two, for tests. */

import type { AnalysedAnswer, AnalysedMove, Analysis } from '../src/api/types';

export function chosen(text: string, key = text.toLowerCase()): AnalysedAnswer {
  const prompt = { key: 'tiny.turn', args: {}, text: 'What do you do?' };
  return { prompt, answer: key, options: [{ key, text }] };
}

export function analysedMove(
  number: number,
  seat: number,
  loss: number,
  more: Partial<AnalysedMove> & { mark?: AnalysedMove['judged']['mark'] } = {},
): AnalysedMove {
  const { mark = null, ...rest } = more;
  return {
    number,
    ply: number + 1,
    seat,
    played: [chosen('Place Hawk')],
    best: [chosen('Pass')],
    judged: {
      chance: 0.6,
      played: 0.6 - loss,
      loss,
      error: 0.031,
      worlds: 80,
      fresh: true,
      best: 'pass',
      follow_ups: [],
      mark,
    },
    ...rest,
  };
}

/** Twelve answers in two rounds; seat 1 wins by a mistake of seat 0 at ply 4, and by luck at 8. */
export const ANALYSIS: Analysis = {
  game: 'tiny',
  seats: 2,
  moves: [
    analysedMove(0, 0, 0),
    analysedMove(3, 0, 0.124, { mark: 'mistake' }),
    analysedMove(4, 1, 0.02),
    analysedMove(9, 1, 0.06, { mark: 'inaccuracy' }),
  ],
  luck: [
    { number: 2, ply: 3, by_seat: [0.04, -0.04], fitted: [30, 30] },
    { number: 7, ply: 8, by_seat: [-0.21, 0.18], fitted: [30, 30] },
  ],
  standings: [
    { number: 0, round: 1, chances: [0.5, 0.5] },
    { number: 3, round: 1, chances: [0.45, 0.55] },
    { number: 6, round: 2, chances: [0.4, 0.6] },
    { number: 12, round: 2, chances: [0, 1] },
  ],
  accounts: [
    {
      seat: 0,
      accuracy: 69,
      moves: 2,
      marks: { mistake: 1 },
      start: 0.504,
      gains: -0.044,
      luck: -0.17,
      unexplained: -0.29,
      result: 0,
    },
    {
      seat: 1,
      accuracy: null,
      moves: 0,
      marks: {},
      start: 0.496,
      gains: 0.044,
      luck: 0.14,
      unexplained: 0.32,
      result: 1,
    },
  ],
};
