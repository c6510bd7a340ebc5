import type { Account, MatchInfo } from '../api/types';

/** A table that waits for players, and a seat there to give away. */
export interface WaitingTable {
  match: MatchInfo;
  seat: number;
}

/** The table that the account hosts, with a seat that is neither taken nor reserved. */
export function waitingTable(matches: MatchInfo[], host?: string): WaitingTable | undefined {
  for (const match of matches) {
    const isHosted = match.status === 'open' && (match.host ?? match.creator) === host;
    const free = match.seats.find(({ kind, invited }) => kind === 'open' && !invited);
    if (isHosted && free) return { match, seat: free.seat };
  }
  return undefined;
}

/** Whether this account hosts the table. */
export function hosts(match: MatchInfo, account: Account | undefined): boolean {
  return account !== undefined && match.host === account.id;
}

/** Whether the viewer sits at the table, or hosts it with this account. */
export function takesPart(match: MatchInfo, account: Account | undefined): boolean {
  return match.seats.some(({ you }) => you) || hosts(match, account);
}

/** Whether somebody sits at a table, or has a seat reserved there. */
export function isExpectedAt(
  match: MatchInfo,
  { id, name }: Pick<Account, 'id' | 'name'>,
): boolean {
  return match.seats.some(({ account, invited }) => account === id || invited === name);
}

/** The people with whom a match was played. */
export function fellowPlayers(match: MatchInfo): string[] {
  return match.seats.flatMap(({ you, account, name }) => (!you && account && name ? [name] : []));
}
