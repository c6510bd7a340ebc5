import type {
  ClockRule,
  Delay,
  NewMatch,
  ResignPolicy,
  SeatWish,
  SpectatorPolicy,
  UndoPolicy,
  Visibility,
} from '../../api/types';

export const BOT = 'bot:';
export const INVITE = 'invite:';

/** What a seat shall be, as one word for a menu; behind an invitation stands whom it is for. */
export type Wish = 'me' | 'open' | `${typeof BOT}${string}` | `${typeof INVITE}${string}`;

/** Me, and one seat open for each other player that is needed. */
export function firstWishes(least: number): Wish[] {
  return ['me', ...Array.from({ length: Math.max(0, least - 1) }, () => 'open' as const)];
}

export function asSeat(wish: Wish): SeatWish {
  if (wish === 'me' || wish === 'open') return { kind: wish };
  if (wish.startsWith(BOT)) return { kind: 'bot', bot: wish.slice(BOT.length) };
  const invite = wish.slice(INVITE.length).trim();
  return invite ? { kind: 'open', invite } : { kind: 'open' };
}

/** Whether a match counts for ratings; `auto`: if everybody at it has an account. */
export type Rated = 'auto' | 'yes' | 'no';

/** How a table is played, whatever the game. */
export interface Terms {
  visibility: Visibility;
  undo: UndoPolicy | 'auto';
  spectators: SpectatorPolicy;
  delay: Delay;
  /** Without a wish: lost between two, among more a bot plays on. */
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

/** The terms as the server reads them; what is as usual need not be said. */
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
