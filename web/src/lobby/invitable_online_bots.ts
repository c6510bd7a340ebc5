import type { MatchInfo, OnlineBot } from '../api/types';

const MAX_BOTS = 6;

/** The bots that would accept a seat at the table, and that nobody has invited to it yet. */
export function invitableOnlineBots(match: MatchInfo, online: OnlineBot[]): OnlineBot[] {
  const seatedNames = new Set(match.seats.flatMap(({ name, invited }) => [name, invited]));
  return online
    .filter(({ name, accepts }) => {
      const { players, clocks, rated, unrated } = accepts;
      if (players?.length && !players.includes(match.seats.length)) return false;
      if (clocks?.length && !clocks.includes(match.clock.kind)) return false;
      return (match.rated ? rated : unrated) !== false && !seatedNames.has(name);
    })
    .slice(0, MAX_BOTS);
}
