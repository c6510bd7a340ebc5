/** What opens over the board at a thing. */

/** An inspected thing, and where it is. */
export interface Look {
  target: string;
  at: DOMRect;
  /** Stays until closed. */
  pinned: boolean;
}

export interface Menu {
  target: string;
  at: DOMRect;
}

/** An answer that awaits confirmation. */
export interface Doubt {
  decision: string;
  key: string;
}
