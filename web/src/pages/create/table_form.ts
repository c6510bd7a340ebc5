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

export function defaultTerms(): Terms {
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
export function asTermsRequest(terms: Terms): Omit<NewMatch, 'game' | 'seats' | 'options'> {
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
