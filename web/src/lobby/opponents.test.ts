import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { BOTS, GAMES, inGerman, match, serve, TINY_DETAILS } from '../../tests/server';
import { lastOpponentCount, lastOpponent } from '../browser/opponents';
import { language } from '../i18n/text';
import { gameCatalogue } from './game_catalogue.svelte';
import {
  botChoices,
  botTitle,
  levelBeside,
  levelOfFace,
  opponent,
  opponentCount,
} from './opponents';
import { playQuickMatch } from './quick_match';
import { watchMyMatches } from './store.svelte';
import { session } from '../session/store.svelte';

const ME = { account: { id: 'a_vex', name: 'Vex', kind: 'guest' } };
let stops: (() => void)[] = [];

beforeEach(async () => {
  serve({ 'GET /games': GAMES });
  await gameCatalogue.load();
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.unstubAllGlobals();
});

test('the levels come first, then the other bots with their strength', () => {
  expect(botChoices(BOTS).map(({ label, group }) => [label, group])).toEqual([
    ['Easy', undefined],
    ['Normal', undefined],
    ['Hard', undefined],
    ['Random (below Easy)', 'More bots'],
    ['Greedy (below Normal)', 'More bots'],
    ['Oracle (above Hard)', 'More bots'],
  ]);
  const twin = BOTS.map((bot) => (bot.name === 'oracle' ? { ...bot, level: 3 } : bot));
  expect(botChoices(twin).at(-1)?.label).toBe('Oracle (like Normal)');
  const alone = BOTS.filter(({ name }) => name === 'oracle');
  expect(botChoices(alone).map(({ label }) => label)).toEqual(['Oracle']);
});

test('without recommended bots one plays against the weakest', async () => {
  vi.resetModules();
  const plain = GAMES.bots.map((bot) => {
    const { recommended: _, ...rest } = bot;
    return rest;
  });
  serve({ 'GET /games': { ...GAMES, bots: plain } });
  const catalogue = (await import('./game_catalogue.svelte')).gameCatalogue;
  await catalogue.load();
  expect((await import('./opponents')).opponent()).toBe(plain[0]?.name);
});

test('a bot of the host has the title that its host gave it', () => {
  expect([botTitle('hard'), botTitle('oracle'), botTitle('gone')]).toEqual([
    'Hard',
    'Oracle',
    'gone',
  ]);
});

test('the level stands beside a name that does not say it', () => {
  expect(levelBeside({ bot: 'hard', name: 'Hard 2' })).toBeUndefined();
  expect(levelBeside({ bot: 'normal', name: 'Ada' })).toBe('Normal');
  expect(levelBeside({ bot: 'hard', name: 'Hardy' })).toBe('Hard');
  expect(levelBeside({ name: 'Ada' })).toBeUndefined();
  expect(levelOfFace({ bot: 'hard', name: 'Hard 2' })).toBeUndefined();
});

test("a bot that the server has named in another language has its level in its face's name", async () => {
  serve({ 'GET /games': { ...GAMES, bots: inGerman(BOTS) } });
  await language.choose('de');
  const seen = (['Hard', 'Hard 2', 'Schwer', 'Ada'] as const).map((name) => {
    const seat = { bot: 'hard', name };
    return [levelBeside(seat), levelOfFace(seat)];
  });
  await language.choose('en');
  expect(seen).toEqual([
    [undefined, 'Schwer'],
    [undefined, 'Schwer'],
    [undefined, undefined],
    ['Schwer', undefined],
  ]);
});

test('the first opponent is easy, then normal, then the one that was chosen', async () => {
  expect(opponent()).toBe('easy');
  serve({
    'POST /guests': ME,
    'GET /me': ME,
    'GET /matches': { items: [match({ status: 'finished' })] },
  });
  await session.takeName('Vex');
  stops.push(watchMyMatches());
  await vi.waitFor(() => expect(opponent()).toBe('normal'));
  lastOpponent.choose('hard');
  expect(opponent()).toBe('hard');
  expect(localStorage.getItem('conclave.opponent')).toBe('hard');
  lastOpponent.adopt('uninstalled');
  expect(opponent()).toBe('normal');
});

test('as many bots as were chosen, within the limits of the game', () => {
  const count = (min: number, max: number): number => opponentCount({ min, max });
  expect([count(1, 2), count(2, 4), count(3, 4)]).toEqual([1, 1, 2]);
  lastOpponentCount.adopt('3');
  expect([count(1, 2), count(2, 3), count(2, 4), count(2, 6)]).toEqual([1, 2, 3, 3]);
  lastOpponentCount.adopt('many');
  expect(count(2, 4)).toBe(1);
});

test('Play now is against the chosen bot, and the account keeps the choice', async () => {
  const calls = serve({
    'GET /games/tiny': TINY_DETAILS,
    'GET /me': ME,
    'PATCH /me': ME,
    'POST /matches': match(),
  });
  lastOpponent.choose('hard');
  lastOpponentCount.choose('2');
  await playQuickMatch('tiny');
  const sent = calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  expect(sent).toEqual([
    { preferences: { opponent: 'hard' } },
    { preferences: { opponents: '2' } },
    expect.objectContaining({
      seats: [{ kind: 'me' }, { kind: 'bot', bot: 'hard' }, { kind: 'bot', bot: 'hard' }],
    }),
  ]);
});
