import type { SeatRequest } from '../../api/types';

export const BOT = 'bot:';
export const INVITE = 'invite:';

/** The choice for a seat as a menu value; an invitation also holds the invited name. */
export type SeatChoice = 'me' | 'open' | `${typeof BOT}${string}` | `${typeof INVITE}${string}`;

/** The creator, and an open seat for each further player the game needs. */
export function defaultSeatChoices(minPlayers: number): SeatChoice[] {
  return ['me', ...Array.from({ length: Math.max(0, minPlayers - 1) }, () => 'open' as const)];
}

export function asSeatRequest(choice: SeatChoice): SeatRequest {
  if (choice === 'me' || choice === 'open') return { kind: choice };
  if (choice.startsWith(BOT)) return { kind: 'bot', bot: choice.slice(BOT.length) };
  const invite = choice.slice(INVITE.length).trim();
  return invite ? { kind: 'open', invite } : { kind: 'open' };
}
