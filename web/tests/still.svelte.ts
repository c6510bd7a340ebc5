/** A match that stands still: all that a table reads of one, without a server. */

import type {
  Component,
  Decision,
  GameDetails,
  GameEvent,
  Threat,
  MatchInfo,
  View,
  Waiting,
} from '../src/api/types';
import { ClockSkew } from '../src/match/clock_skew';
import type { Source } from '../src/table/desk/source';

/** What a viewer was sent at one moment. */
export interface Frame {
  viewer: NonNullable<Source['viewer']>;
  view: View;
  decisions: Decision[];
  waiting: Waiting[];
  log: GameEvent[];
  ply?: number;
  /** The events of the last answer. */
  events?: GameEvent[];
}

/** A match at a moment; answers and shown cards are collected in `given`, undos in `undone`. */
export class StillMatch implements Source {
  match: MatchInfo;
  viewer: Source['viewer'];
  view: Source['view'] = $state.raw();
  ply = $state(31);
  decisions: Decision[] = $state.raw([]);
  waiting: Waiting[] = $state.raw([]);
  log: GameEvent[] = $state.raw([]);
  batch: Source['batch'] = $state.raw({ ply: -1, before: undefined, events: [] });
  clock: Source['clock'];
  skew = new ClockSkew();
  autoPass: Source['autoPass'] = 'off';
  autoAnswer = false;
  undoable: Source['undoable'] = {};
  delayed = undefined;
  chat: Source['chat'] = [];
  presence: Source['presence'] = { seats: {}, spectators: 0 };
  channels: Source['channels'] = [];
  offers: Source['offers'] = [];
  settledOffer: Source['settledOffer'];
  end: Source['end'];
  threats: Threat[] = $state.raw([]);
  status: Source['status'] = 'live';
  problem = undefined;
  pending = false;
  given: [string, unknown][] = [];
  undone: string[] = [];

  constructor(match: MatchInfo, frame: Frame) {
    this.match = match;
    this.viewer = frame.viewer;
    this.stand(frame);
  }

  get position(): Source['position'] {
    const { ply, view, waiting, threats } = this;
    return view && { ply, view, waiting, threats };
  }

  /** Stands at another moment of the same viewer, with the events in between. */
  stand({ view, decisions, waiting, log, ply = this.ply, events = [] }: Frame): void {
    this.batch = { ply, before: this.position, events };
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

  undo(decision: string): Promise<void> {
    this.undone.push(decision);
    return Promise.resolve();
  }

  show(card: string, to: number[]): Promise<void> {
    this.given.push([card, to]);
    return Promise.resolve();
  }

  say = nothing;
  offer = nothing;
  respond = nothing;
  refresh = nothing;
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/** The match of a fixture; `more` is what differs. */
export function stillInfo(game: string, title: string, more: Partial<MatchInfo> = {}): MatchInfo {
  return {
    id: 'm_fixture',
    game,
    title,
    options: {},
    status: 'playing',
    seats: [{ seat: 0, kind: 'human', name: 'Ada' }],
    visibility: 'public',
    ply: 31,
    seed_hash: '9f2c4c0d7a5be01b55f3a1f0c6b7de9812a4',
    creator: 'Ada',
    created_at: '2026-11-21T20:00:00Z',
    undo: 'free',
    spectators: 'live',
    autostart: true,
    clock: { kind: 'none' },
    resign: 'forfeit',
    ...more,
  };
}

/** The game of a fixture; `more` is what differs. */
export function stillGame(
  id: string,
  title: string,
  catalogue: Component[],
  more: Partial<GameDetails> = {},
): GameDetails {
  return {
    id,
    title,
    players: { min: 2, max: 4 },
    options: {},
    bots: [],
    catalogue,
    rules: 1,
    how_to_play: '',
    language: 'en',
    messages: {},
    names: {},
    plural: [1, 0],
    negotiation: false,
    shows: false,
    ...more,
  };
}
