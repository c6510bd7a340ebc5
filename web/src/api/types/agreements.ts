/** Clocks, and what is done by agreement. */

export type ClockKind = 'none' | 'move' | 'bank' | 'days';
export type OnTimeout = 'default' | 'bot' | 'forfeit';

export interface SeatClock {
  /** Milliseconds, at the moment `now` of the frame. */
  left_ms: number;
  running?: boolean;
}

/** What is left on the clocks, as a frame tells it. */
export interface Clock {
  kind: ClockKind;
  on_timeout?: OnTimeout;
  /** The server's time when this was said. */
  now?: string;
  seats?: Record<string, SeatClock>;
}

/** The clock that a match was made with. */
export interface ClockRule {
  kind: ClockKind;
  seconds?: number;
  increment?: number;
  cap?: number;
  days?: number;
  quiet_hours?: { from: string; to: string; zone?: string };
  on_timeout?: OnTimeout;
}

export type OfferKind = 'undo' | 'pause' | 'resume' | 'abort' | 'draw' | 'substitute';

export interface Offer {
  id: string;
  kind: OfferKind;
  by: number;
  /** Seat to yes or no, for those who have answered. */
  answers: Record<string, boolean>;
  /** The seats whose consent is needed. */
  asked?: number[];
  /** Whose seat shall be played by somebody else. */
  seat?: number;
  /** Absent means open; any other is the last that is heard of it. */
  status?: 'open' | 'accepted' | 'declined' | 'closed';
}

/** Whose seat a substitute takes: a bot, or where it is `open` whoever comes with the code. */
export interface Replaced {
  seat: number;
  open: boolean;
}

/** For how long a seat passes by itself. */
export type PassUntil = 'off' | 'turn' | 'affected' | 'always';
