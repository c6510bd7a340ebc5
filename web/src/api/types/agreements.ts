/** Clocks and offers. */

export type ClockKind = 'none' | 'move' | 'bank' | 'days';
export type OnTimeout = 'default' | 'bot' | 'forfeit';

export interface SeatClock {
  /** Milliseconds, at the moment `now` of the frame. */
  left_ms: number;
  running?: boolean;
}

/** Remaining clock times in a frame. */
export interface Clock {
  kind: ClockKind;
  on_timeout?: OnTimeout;
  /** The server's time when this was sent. */
  now?: string;
  seats?: Record<string, SeatClock>;
}

/** The clock settings of a match. */
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
  /** Answer (yes or no) by seat, for seats that have answered. */
  answers: Record<string, boolean>;
  /** The seats whose consent is needed. */
  asked?: number[];
  /** The seat to be played by a substitute. */
  seat?: number;
  /** Absent means open; any other status is final. */
  status?: 'open' | 'accepted' | 'declined' | 'closed';
}

/** The seat a substitute takes: a bot, or with `open` any player who has the code. */
export interface Replaced {
  seat: number;
  open: boolean;
}

/** How long a seat passes automatically. */
export type PassUntil = 'off' | 'turn' | 'affected' | 'always';
