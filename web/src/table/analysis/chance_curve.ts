/** The curve of the chances: where it is known, and where it is drawn. */

import type { Analysis } from '../../api/types';

/** The chances of all seats after an entry. */
export interface KnownChances {
  ply: number;
  /** The round that begins here, if one does. */
  round?: number;
  chances: number[];
}

/** The room of the picture, in pixels; `top`, `left`, … are its margins. */
export interface Room {
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Where the chances are known, in the order of play; `last` is the last entry of the match. */
export function knownChances(analysis: Analysis, last: number): KnownChances[] {
  const plies = pliesByNumber(analysis);
  const { standings } = analysis;
  return standings.map(({ number, round, chances }, index) => {
    if (index === standings.length - 1) return { ply: last, chances };
    const ply = Math.min(last, Math.max(0, entryOf(number, plies) - 1));
    return standings[index - 1]?.round === round ? { ply, chances } : { ply, round, chances };
  });
}

/** The chances after an entry: between those that are known in proportion. */
export function chancesAt(points: KnownChances[], ply: number): number[] {
  const after = points.findIndex((point) => point.ply >= ply);
  const later = points[after] ?? points.at(-1);
  const earlier = points[after - 1];
  if (!later) return [];
  if (!earlier || after < 0 || later.ply === earlier.ply) return later.chances;
  const part = (ply - earlier.ply) / (later.ply - earlier.ply);
  return later.chances.map((chance, seat) => {
    const before = earlier.chances[seat] ?? chance;
    return before + part * (chance - before);
  });
}

export function across(ply: number, last: number, room: Room): number {
  return room.left + (ply / Math.max(1, last)) * (room.width - room.left - room.right);
}

export function down(chance: number, room: Room): number {
  return room.top + (1 - chance) * (room.height - room.top - room.bottom);
}

/** The entry at a distance from the left edge of the picture. */
export function plyAt(x: number, last: number, room: Room): number {
  const part = (x - room.left) / Math.max(1, room.width - room.left - room.right);
  return Math.round(Math.max(0, Math.min(1, part)) * last);
}

/** The places where rounds begin that are at least `gap` pixels apart, from the first on. */
export function roundsApart(
  points: KnownChances[],
  gap: number,
  last: number,
  room: Room,
): KnownChances[] {
  let edge = -Infinity;
  return points.filter(({ ply, round }) => {
    const x = across(ply, last, room);
    if (round === undefined || x < edge) return false;
    edge = x + gap;
    return true;
  });
}

/** The line of one seat, as the `points` of a polyline. */
export function lineOf(points: KnownChances[], seat: number, last: number, room: Room): string {
  return points
    .map(({ ply, chances }) => [across(ply, last, room), down(chances[seat] ?? 0, room)])
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
