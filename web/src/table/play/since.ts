import type { GameEvent } from '../../api/types';

/** What happened after the last thing that this seat did. */
export function sinceLastTurn(log: GameEvent[], seat: number | undefined): GameEvent[] {
  if (seat === undefined) return [];
  return log.slice(log.findLastIndex((event) => event.args.seat === seat) + 1);
}
