/** What opens over the board at a thing. */

import type { Choice } from './targets';

/** An inspected thing, and where it is. */
export interface InspectedThing {
  target: string;
  rect: DOMRect;
  /** Stays until closed. */
  pinned: boolean;
}

export interface OpenMenu {
  target: string;
  rect: DOMRect;
  /** The pressed action, which asks for confirmation; by default all that the thing can do. */
  choice?: Choice;
}

/** An answer that awaits confirmation. */
export interface UnconfirmedAnswer {
  decision: string;
  key: string;
}
