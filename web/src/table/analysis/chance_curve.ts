/** The curve of the chances: where it is known, and where it is drawn. */

import type { Analysis } from '../../api/types';

/** The chances of all seats after an entry. */
export interface ChancePoint {
  ply: number;
  /** The round that begins here, if one does. */
  round?: number;
  chances: number[];
}

/** The room of the picture, in pixels; `top`, `left`, … are its margins. */
export interface PlotArea {
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Where the chances are known, in the order of play; `last` is the last entry of the match. */
export function chancePoints(analysis: Analysis, last: number): ChancePoint[] {
  const plies = pliesByNumber(analysis);
  const { standings } = analysis;
  return standings.map(({ number, round, chances }, index) => {
    if (index === standings.length - 1) return { ply: last, chances };
    const ply = Math.min(last, Math.max(0, entryOf(number, plies) - 1));
    return standings[index - 1]?.round === round ? { ply, chances } : { ply, round, chances };
  });
}

/** The chances after an entry: between those that are known in proportion. */
export function chancesAt(points: ChancePoint[], ply: number): number[] {
  const after = points.findIndex((point) => point.ply >= ply);
  const later = points[after] ?? points.at(-1);
  const earlier = points[after - 1];
  if (!later) return [];
  if (!earlier || after < 0 || later.ply === earlier.ply) return later.chances;
  const fraction = (ply - earlier.ply) / (later.ply - earlier.ply);
  return later.chances.map((chance, seat) => {
    const before = earlier.chances[seat] ?? chance;
    return before + fraction * (chance - before);
  });
}

export function xOf(ply: number, last: number, area: PlotArea): number {
  return area.left + (ply / Math.max(1, last)) * (area.width - area.left - area.right);
}

export function yOf(chance: number, area: PlotArea): number {
  return area.top + (1 - chance) * (area.height - area.top - area.bottom);
}

/** The entry at a distance from the left edge of the picture. */
export function plyAt(x: number, last: number, area: PlotArea): number {
  const fraction = (x - area.left) / Math.max(1, area.width - area.left - area.right);
  return Math.round(Math.max(0, Math.min(1, fraction)) * last);
}

/** The places where rounds begin that are at least `gap` pixels apart, from the first on. */
export function roundLabels(
  points: ChancePoint[],
  minGapPx: number,
  last: number,
  area: PlotArea,
): ChancePoint[] {
  let edge = -Infinity;
  return points.filter(({ ply, round }) => {
    const x = xOf(ply, last, area);
    if (round === undefined || x < edge) return false;
    edge = x + minGapPx;
    return true;
  });
}

/** The line of one seat, as the `points` of a polyline. */
export function lineOf(points: ChancePoint[], seat: number, last: number, area: PlotArea): string {
  return points
    .map(({ ply, chances }) => [xOf(ply, last, area), yOf(chances[seat] ?? 0, area)])
    .map((place) => place.map((coordinate) => coordinate.toFixed(1)).join(','))
    .join(' ');
}

/** The entries of the answers whose entry is known, by the number of answers before them. */
function pliesByNumber({ moves, luck }: Analysis): [number, number][] {
  const plies = new Map([...luck, ...moves].map(({ number, ply }) => [number, ply]));
  return [...plies].filter(([, ply]) => ply > 0).sort(([a], [b]) => a - b);
}

/** The entry of an answer; where it is not known, as far behind a known one as in numbers. */
function entryOf(number: number, plies: [number, number][]): number {
  const before = plies.findLast(([answers]) => answers <= number);
  if (before) return before[1] + number - before[0];
  const [first] = plies;
  return first ? first[1] - (first[0] - number) : number + 1;
}
