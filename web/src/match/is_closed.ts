import type { MatchInfo } from '../api/types';

/** Whether only others see the match: it has begun without spectators, and I have no seat in it. */
export function isClosed({ spectators, status, seats }: MatchInfo): boolean {
  const mayEnter = seats.some(({ you, yours_to_take }) => you ?? yours_to_take);
  return spectators === 'none' && status !== 'open' && !mayEnter;
}
