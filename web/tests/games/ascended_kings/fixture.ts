/** Moments of random matches on the real engine, for tests and for building the board. */

import type { Component } from '../../../src/api/types';
import { stillGame, stillInfo, StillMatch, type Frame } from '../../still.svelte';
import { SEATS } from '../../seats';
import catalogue from './catalogue.json';
import moments from './moments.json';

/**
 * action: four seats, two walls, the fourth to act; public: the same for spectators; allocate: five
 * dice to be made into gems; defend: an attack is coming.
 */
export type Moment = 'action' | 'public' | 'allocate' | 'defend';

const FRAMES = moments as unknown as Record<Moment, Frame>;
const TITLE = 'Ascended Kings';

export const GAME = stillGame('ascended_kings', TITLE, catalogue as unknown as Component[], {
  shows: true,
});
export { default as BOARD } from '../../../src/games/ascended_kings';

export const INFO = stillInfo('ascended_kings', TITLE, { seats: SEATS });

export class StillKings extends StillMatch {
  constructor(moment: Moment) {
    super(INFO, FRAMES[moment]);
  }
}
