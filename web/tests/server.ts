import axe from 'axe-core';
import { vi } from 'vitest';

import type { BotOnOffer, Game, GameDetails, Games, MatchInfo } from '../src/api/types';

export const TINY: Game = {
  id: 'tiny',
  title: 'Tiny',
  players: { min: 2, max: 3 },
  version: 'v1',
  languages: ['en'],
};

const LEVELS = ['easy', 'normal', 'hard'];

function botOnOffer(name: string, level: number): BotOnOffer {
  return {
    name,
    level,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    text: `Plays as ${name}.`,
    face: name,
    ...(name !== 'oracle' && { outline: `M0 0h${level + 1}z` }),
    ...(LEVELS.includes(name) && { recommended: true }),
  };
}

/** The bots of a server, from the weakest; the last one is its host's own. */
export const BOTS = ['random', 'easy', 'greedy', 'normal', 'hard', 'oracle'].map(botOnOffer);

const GERMAN: Record<string, string> = { easy: 'Leicht', hard: 'Schwer', guide: 'Lehrmeister' };

/** The bots as the server describes them in German. */
export function inGerman(described: BotOnOffer[]): BotOnOffer[] {
  return described.map((bot) => {
    const title = GERMAN[bot.name];
    return title ? { ...bot, translation: { title, text: `Spielt ${title}.` } } : bot;
  });
}

/** What a server offers. */
export const GAMES = {
  items: [TINY],
  bots: BOTS,
  teachers: [botOnOffer('guide', 0)],
} satisfies Games;

export const TINY_DETAILS: GameDetails = {
  ...TINY,
  options: {
    properties: {
      round_limit: { type: 'integer', title: 'Round limit', minimum: 0, maximum: 9, default: 0 },
      fast: { type: 'boolean', title: 'Fast', default: false },
    },
  },
  bots: BOTS,
  catalogue: [],
  rules: 1,
  how_to_play: '# Goal\n\nTake coins.',
  language: 'en',
  messages: {},
  names: {},
  plural: [1, 0],
  negotiation: false,
  shows: false,
};

export function match(changes: Partial<MatchInfo> = {}): MatchInfo {
  return {
    id: 'm_1',
    game: 'tiny',
    title: 'Tiny',
    options: {},
    status: 'open',
    seats: [
      { seat: 0, kind: 'human', name: 'Ada', account: 'a_ada' },
      { seat: 1, kind: 'open' },
    ],
    visibility: 'private',
    ply: 0,
    creator: 'a_ada',
    created_at: '2026-01-01T00:00:00Z',
    undo: 'free',
    spectators: 'live',
    autostart: true,
    clock: { kind: 'none' },
    resign: 'forfeit',
    ...changes,
  };
}

export interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** A server that knows these answers ("GET /games"), and notes what was asked of it. */
export function serve(answers: Record<string, unknown>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const method = init.method ?? 'GET';
    const path = address.replace('/api/v1', '');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ method, path, body });
    const answer = answers[`${method} ${path.split('?')[0]}`];
    if (answer !== undefined) return Promise.resolve(Response.json(answer));
    const problem = { type: '/problems/not-found', title: 'Not found', status: 404 };
    return Promise.resolve(Response.json(problem, { status: 404 }));
  });
  return calls;
}

/** What axe finds on a part of a page, of what can be known without its picture and frame. */
export async function violations(): Promise<string[]> {
  const unknown = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations: faults } = await axe.run(document.body, { rules: unknown });
  return faults.map(({ id }) => id);
}

/** Dialogs that open, and what else jsdom lacks. */
export function mendJsdom(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
  vi.stubGlobal('scrollTo', () => undefined);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
