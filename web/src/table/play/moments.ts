import type { Threat, View } from '../../api/types';
import type { GameBoard } from '../manifest';

/** A big moment, announced over the board. */
export interface Moment {
  /** What happened, by which it is known. */
  id: string;
  text: string;
}

/** The threat that says that this is the last round, if it is. */
export function lastRoundThreat(threats: Threat[] | undefined): Threat | undefined {
  return threats?.find(({ key }) => key.endsWith('.last_round'));
}

/** The seats that have reached the goal of the game between two views, and their points now. */
export function reachedGoal(
  { goal, standing }: Pick<GameBoard, 'goal' | 'standing'>,
  before: View | undefined,
  now: View | undefined,
): [seat: number, points: number][] {
  if (!goal || !standing || !before || !now) return [];
  const goalPoints = goal(now);
  const pointsOf = (view: View, seat: number) => standing(view, seat)?.points ?? 0;
  return now.players
    .map(({ seat }): [number, number] => [seat, pointsOf(now, seat)])
    .filter(([seat, points]) => points >= goalPoints && pointsOf(before, seat) < goalPoints);
}
