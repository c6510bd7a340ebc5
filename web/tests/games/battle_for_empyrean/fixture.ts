/** Moments of real matches, for tests and for building the board. */

import type { Component, Decision } from '../../../src/api/types';
import { stillGame, stillInfo, StillMatch, type Frame } from '../../still.svelte';
import catalogue from './catalogue.json';
import command from './command.json';
import decks from './decks.json';
import draft from './draft.json';
import mashUp from './mash_up.json';
import revealed from './revealed.json';
import round8 from './round_8.json';
import three from './three.json';
import watched from './watched.json';

type Moved = Omit<Required<Frame>, 'viewer'>;

/** Written by a script in wire format; TypeScript can't check that the parts match. */
export const FRAMES = {
  command,
  decks,
  draft,
  mashUp,
  revealed,
  round8,
  three,
  watched,
} as unknown as Record<
  'command' | 'decks' | 'draft' | 'mashUp' | 'revealed' | 'round8' | 'three' | 'watched',
  Moved
>;
export type Moment = keyof typeof FRAMES;

export const CATALOGUE = catalogue as unknown as Component[];

const TITLE = 'Battle for Empyrean';

export const GAME = stillGame('battle_for_empyrean', TITLE, CATALOGUE, {
  players: { min: 2, max: 3 },
});
export { default as BOARD } from '../../../src/games/battle_for_empyrean';

export const INFO = stillInfo('battle_for_empyrean', TITLE);

export class StillEmpyrean extends StillMatch {
  constructor(moment: Moment, decisions?: Decision[]) {
    super(INFO, frame(moment));
    this.presence = { seats: { '0': 'here', '1': 'here' }, spectators: 1 };
    if (decisions) this.decisions = decisions;
  }

  /** Moves on to another moment, with the events in between. */
  goTo(moment: Moment): void {
    this.stand(frame(moment));
  }
}

function frame(moment: Moment): Frame {
  const viewer = moment === 'watched' ? { public: true as const } : { seat: 0 };
  return { viewer, ...FRAMES[moment] };
}
