/** Moments of real matches, for tests and for building the board. */

import type {
  Component,
  Decision,
  GameDetails,
  GameEvent,
  MatchInfo,
  View,
  Waiting,
} from '../../api/types';
import { Skew } from '../../match/clock_skew';
import type { Source } from '../../table/desk/desk.svelte';
import catalogue from './fixtures/catalogue.json';
import command from './fixtures/command.json';
import decks from './fixtures/decks.json';
import draft from './fixtures/draft.json';
import mashUp from './fixtures/mash_up.json';
import revealed from './fixtures/revealed.json';
import round8 from './fixtures/round_8.json';
import three from './fixtures/three.json';
import watched from './fixtures/watched.json';

export interface Frame {
  ply: number;
  view: View;
  decisions: Decision[];
  waiting: Waiting[];
  events: GameEvent[];
  log: GameEvent[];
}

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
  Frame
>;
export type Moment = keyof typeof FRAMES;

export const CATALOGUE = catalogue as unknown as Component[];

export const GAME: GameDetails = {
  id: 'battle_for_empyrean',
  title: 'Battle for Empyrean',
  players: { min: 2, max: 3 },
  options: {},
  bots: [],
  catalogue: CATALOGUE,
  rules: 1,
  how_to_play: '',
  messages: {},
  names: {},
  negotiation: false,
  shows: false,
};

export const INFO: MatchInfo = {
  id: 'm_fixture',
  game: 'battle_for_empyrean',
  title: 'Battle for Empyrean',
  options: {},
  status: 'playing',
  seats: [{ seat: 0, kind: 'human', name: 'Ada' }],
  visibility: 'public',
  ply: 31,
  creator: 'Ada',
  created_at: '2026-11-21T20:00:00Z',
  undo: 'free',
  spectators: 'live',
  autostart: true,
  clock: { kind: 'none' },
  resign: 'forfeit',
};

/** A static match at a moment; answers are collected in `given`. */
export class StillMoment implements Source {
  match = INFO;
  view: Source['view'] = $state.raw();
  viewer: Source['viewer'];
  ply = $state(0);
  decisions: Decision[] = $state.raw([]);
  waiting: Source['waiting'] = [];
  clock: Source['clock'];
  skew = new Skew();
  autoPass: Source['autoPass'] = 'off';
  autoAnswer = false;
  takesBack: Source['takesBack'] = {};
  delayed = undefined;
  log: GameEvent[] = $state.raw([]);
  batch: Source['batch'] = $state.raw({ ply: -1, before: undefined, events: [] });
  chat = [];
  presence: Source['presence'] = { seats: { '0': 'here', '1': 'here' }, spectators: 1 };
  channels: Source['channels'] = [];
  offers: Source['offers'] = [];
  settled: Source['settled'];
  end: Source['end'];
  status: Source['status'] = 'live';
  problem = undefined;
  pending = false;
  given: [string, unknown][] = [];

  constructor(moment: Moment, decisions?: Decision[]) {
    this.viewer = moment === 'watched' ? { public: true } : { seat: 0 };
    this.goTo(moment);
    if (decisions) this.decisions = decisions;
  }

  /** Moves on to another moment, with the events in between. */
  goTo(moment: Moment): void {
    const { ply, view, decisions, waiting, log, events } = FRAMES[moment];
    this.batch = { ply, before: this.view, events };
    this.view = view;
    this.ply = ply;
    this.decisions = decisions;
    this.waiting = waiting;
    this.log = log;
  }

  answer(decision: string, answer: unknown): Promise<void> {
    this.given.push([decision, answer]);
    return Promise.resolve();
  }

  undo(): Promise<void> {
    return Promise.resolve();
  }

  respond(): Promise<void> {
    return Promise.resolve();
  }

  say(): Promise<void> {
    return Promise.resolve();
  }

  offer(): Promise<void> {
    return Promise.resolve();
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }
}
