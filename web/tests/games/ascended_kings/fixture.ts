/** Moments of random matches, for tests. */

import { stillGame, stillInfo, StillMatch } from '../../still.svelte';
import { SEATS } from '../../seats';
import { fixturesOf } from '../fixtures';

/** allocate: five dice to be made into gems; defend: an attack is coming. */
export type Moment = 'action' | 'action_watched' | 'allocate' | 'defend';

const { catalogue, frames } = fixturesOf<Moment>('ascended_kings');
const TITLE = 'Ascended Kings';

export const GAME = stillGame('ascended_kings', TITLE, catalogue, { shows: true });
export { default as BOARD } from '../../../src/games/ascended_kings';

export const INFO = stillInfo('ascended_kings', TITLE, { seats: SEATS });

export class StillKings extends StillMatch {
  constructor(moment: Moment) {
    super(INFO, frames[moment]);
  }
}
