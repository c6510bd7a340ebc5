/** The moments of a match that changed the chances most. */

import type { Analysis, AnalysedDraw, AnalysedMove } from '../../api/types';

export type Mark = NonNullable<AnalysedMove['judged']['mark']>;
export const MARKS: Mark[] = ['inaccuracy', 'mistake', 'blunder'];

/** The luck of one draw or roll from which on it is a turning point. */
const MIN_LARGE_LUCK = 0.1;
/** Smaller luck of the other seats is not mentioned beside it. */
const MIN_MENTIONED_LUCK = 0.03;

interface Moment {
  /** The entry at which the replay shows it. */
  ply: number;
  /** The seat whose move or luck it is. */
  seat: number;
  /** How much it changed the seat's chance, 0 to 1. */
  size: number;
}

export interface MarkedMove extends Moment {
  mark: Mark;
  move: AnalysedMove;
}

export interface LargeLuck extends Moment {
  mark: 'luck';
  /** The seats that it changed most, with the differences of their chances, the greatest first. */
  shares: { seat: number; change: number }[];
}

export type TurningPoint = MarkedMove | LargeLuck;

/** The marked moves and the large luck, in the order of play. */
export function findTurningPoints({ moves, luck }: Analysis): TurningPoint[] {
  return [...moves.flatMap(markedMoves), ...luck.flatMap(largeLuck)].sort((a, b) => a.ply - b.ply);
}

/** The one that changed a chance most. */
export function largestTurningPoint(points: TurningPoint[]): TurningPoint | undefined {
  return points.reduce<TurningPoint | undefined>(
    (largest, point) => (largest && largest.size >= point.size ? largest : point),
    undefined,
  );
}

/** The next turning point (1) or the previous one (-1), seen from a ply. */
export function neighbourOf(
  points: TurningPoint[],
  ply: number,
  direction: 1 | -1,
): TurningPoint | undefined {
  const onSide = points.filter((point) => (point.ply - ply) * direction > 0);
  return direction === 1 ? onSide[0] : onSide.at(-1);
}

function markedMoves(move: AnalysedMove): MarkedMove[] {
  const { mark, loss } = move.judged;
  return mark ? [{ mark, move, ply: move.ply, seat: move.seat, size: loss }] : [];
}

function largeLuck({ ply, by_seat }: AnalysedDraw): LargeLuck[] {
  const shares = by_seat
    .map((change, seat) => ({ seat, change }))
    .filter(({ change }) => Math.abs(change) >= MIN_MENTIONED_LUCK)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const [largest] = shares;
  if (!largest || Math.abs(largest.change) < MIN_LARGE_LUCK) return [];
  return [{ mark: 'luck', ply, seat: largest.seat, size: Math.abs(largest.change), shares }];
}
