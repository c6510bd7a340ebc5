import type { GameEvent } from '../../api/types';

/** The events after this seat's last action. */
export function eventsSinceLastTurn(log: GameEvent[], seat: number | undefined): GameEvent[] {
  if (seat === undefined) return [];
  return log.slice(log.findLastIndex((event) => event.args.seat === seat) + 1);
}
