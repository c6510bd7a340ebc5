/** The curve of the score: where the totals of each round are drawn. */

import type { RoundScores } from '../../api/types';

/** The picture in pixels, with its margins, and the totals at its lower and upper edge. */
export interface Plot {
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
  least: number;
  most: number;
}

/** Levels that are drawn at most, the lowest and the highest among them. */
const MAX_LEVELS = 5;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/** Whether there is anything to see: some total has changed between two rounds. */
export function isCurve(rounds: RoundScores[]): boolean {
  const first = rounds[0]?.totals ?? [];
  return (
    rounds.length > 2 &&
    rounds.some(({ totals }) => totals.some((total, seat) => total !== first[seat]))
  );
}

/** Round totals to be drawn as levels, from the lowest up; `goal` is within them. */
export function levelsOf(rounds: RoundScores[], goal?: number): number[] {
  const all = rounds.flatMap(({ totals }) => totals);
  const [least, most] = [Math.min(0, ...all), Math.max(1, goal ?? 0, ...all)];
  const step = STEPS.find((step) => (most - least) / step < MAX_LEVELS) ?? most - least;
  const from = Math.floor(least / step);
  const to = Math.ceil(most / step);
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

/** Where the end of a round is, of as many as there are. */
export function xOf(index: number, count: number, plot: Plot): number {
  const widthPx = plot.width - plot.left - plot.right;
  return plot.left + (index / Math.max(1, count - 1)) * widthPx;
}

export function yOf(total: number, plot: Plot): number {
  const fraction = (total - plot.least) / Math.max(1, plot.most - plot.least);
  return plot.top + (1 - fraction) * (plot.height - plot.top - plot.bottom);
}

/** The line of one seat, as the `points` of a polyline. */
export function lineOf(rounds: RoundScores[], seat: number, plot: Plot): string {
  return rounds
    .map(({ totals }, index) => [xOf(index, rounds.length, plot), yOf(totals[seat] ?? 0, plot)])
    .map((place) => place.map((coordinate) => coordinate.toFixed(1)).join(','))
    .join(' ');
}

/** The rounds whose numbers have room below the curve, the last one always. */
export function labelledRounds(rounds: RoundScores[], minGapPx: number, plot: Plot): number[] {
  const last = rounds.length - 1;
  const spacingPx = (plot.width - plot.left - plot.right) / Math.max(1, last);
  const step = Math.max(1, Math.ceil(minGapPx / spacingPx));
  return rounds.flatMap((_, index) => ((last - index) % step === 0 ? [index] : []));
}
