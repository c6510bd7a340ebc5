import type {
  ClockRule,
  Delay,
  NewMatch,
  ResignPolicy,
  SeatRequest,
  SpectatorPolicy,
  UndoPolicy,
  Visibility,
} from '../../api/types';

export const BOT = 'bot:';
export const INVITE = 'invite:';

/** The wish for a seat as a menu value; an invitation also holds the invited name. */
export type Wish = 'me' | 'open' | `${typeof BOT}${string}` | `${typeof INVITE}${string}`;

/** The creator, and an open seat for each further player the game needs. */
export function firstWishes(least: number): Wish[] {
  return ['me', ...Array.from({ length: Math.max(0, least - 1) }, () => 'open' as const)];
}

export function asSeat(wish: Wish): SeatRequest {
  if (wish === 'me' || wish === 'open') return { kind: wish };
  if (wish.startsWith(BOT)) return { kind: 'bot', bot: wish.slice(BOT.length) };
  const invite = wish.slice(INVITE.length).trim();
  return invite ? { kind: 'open', invite } : { kind: 'open' };
}

/** Whether a match is rated; `auto`: if all players have an account. */
export type Rated = 'auto' | 'yes' | 'no';

/** Settings of a table that are common to all games. */
export interface Terms {
  visibility: Visibility;
  undo: UndoPolicy | 'auto';
  spectators: SpectatorPolicy;
  delay: Delay;
  /** By default: a loss with two players; with more, a bot takes over. */
  resign: ResignPolicy | 'auto';
  rated: Rated;
  autostart: boolean;
  clock: ClockRule;
}

export function usualTerms(): Terms {
  return {
    visibility: 'public',
    undo: 'auto',
    spectators: 'live',
    delay: { plies: 3, minutes: 5 },
    resign: 'auto',
    rated: 'auto',
    autostart: true,
    clock: { kind: 'none' },
  };
}

/** The settings as the server reads them; defaults are left out. */
export function asTerms(terms: Terms): Omit<NewMatch, 'game' | 'seats' | 'options'> {
  const { visibility, undo, spectators, delay, resign, rated, autostart, clock } = terms;
  return {
    visibility,
    spectators,
    autostart,
    ...(undo !== 'auto' && { undo }),
    ...(spectators === 'delayed' && { spectator_delay: delay }),
    ...(resign !== 'auto' && { resign }),
    ...(rated !== 'auto' && { rated: rated === 'yes' }),
    ...(clock.kind !== 'none' && { clock: clock as NewMatch['clock'] }),
  };
}
