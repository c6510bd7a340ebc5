/** Moments of random matches on the real engine, for tests and for building the board. */

import type { Component, Decision, GameDetails, GameEvent, MatchInfo, View } from '../../api/types';
import { StillSource as Still } from '../res_arcana/fixture';
import catalogue from './catalogue.json';
import moments from './fixture.json';

/**
 * action: four seats, two walls, the fourth to act; public: the same for spectators; allocate: five
 * dice to be made into gems; defend: an attack is coming.
 */
export type Moment = 'action' | 'public' | 'allocate' | 'defend';

interface Frame {
  viewer: { seat: number } | { public: true };
  view: View;
  decisions: Decision[];
  waiting: { seat: number }[];
  log: GameEvent[];
}

const FRAMES = moments as unknown as Record<Moment, Frame>;

export const GAME: GameDetails = {
  id: 'ascended_kings',
  title: 'Ascended Kings',
  players: { min: 2, max: 4 },
  options: {},
  bots: [],
  catalogue: catalogue as unknown as Component[],
  rules: 1,
  how_to_play: '',
  messages: {},
  names: {},
  negotiation: false,
  shows: true,
};

/** A static match at one of the moments. */
export class StillMatch extends Still {
  constructor(moment: Moment) {
    super('nobody');
    const { viewer, view, decisions, waiting, log } = FRAMES[moment];
    this.viewer = viewer;
    this.view = view;
    this.decisions = decisions;
    this.waiting = waiting;
    this.log = log;
    this.match = { ...this.match, ...INFO };
  }
}

export const INFO: MatchInfo = {
  ...new Still('nobody').match,
  game: 'ascended_kings',
  title: 'Ascended Kings',
  clock: { kind: 'none' },
  resign: 'forfeit',
};
