/** Moments of matches between bots, for tests. */

import type { Decision } from '../../../src/api/types';
import { stillGame, stillInfo, StillMatch } from '../../still.svelte';
import { fixturesOf } from '../fixtures';

/** three: a table of three in round 7; round8_answered: after the player's last Deployment. */
export type Moment =
  | 'command'
  | 'decks'
  | 'draft'
  | 'mashUp'
  | 'round8'
  | 'round8_answered'
  | 'round8_watched'
  | 'three';

const { catalogue, frames } = fixturesOf<Moment>('battle_for_empyrean');
export { catalogue as CATALOGUE, frames as FRAMES };

const TITLE = 'Battle for Empyrean';

export const GAME = stillGame('battle_for_empyrean', TITLE, catalogue, {
  players: { min: 2, max: 3 },
});
export { default as BOARD } from '../../../src/games/battle_for_empyrean';

export const INFO = stillInfo('battle_for_empyrean', TITLE);

export class StillEmpyrean extends StillMatch {
  constructor(moment: Moment, decisions?: Decision[]) {
    super(INFO, frames[moment]);
    this.presence = { seats: { '0': 'here', '1': 'here' }, spectators: 1 };
    if (decisions) this.decisions = decisions;
  }

  /** Moves on to another moment, with the events in between. */
  goTo(moment: Moment): void {
    this.stand(frames[moment]);
  }
}
