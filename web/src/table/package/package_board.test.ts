import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Decision, GameDetails, View } from '../../api/types';
import { theme } from '../../browser/theme.svelte';
import { StillMatch, stillGame, stillInfo } from '../../../tests/still.svelte';
import MatchTable from '../MatchTable.svelte';
import type { BoardElement } from './board_element';

const FALLBACK = /own board does not work here/;
const CARDS = [7, 9].map((n) => ({ id: `c${n}`, name: String(n), kind: 'card' }));
const TABLE = { deck: 40, hand: [7, 9], players: { p0: { sum: 3 }, p1: { sum: 5 } } };
const INFO = stillInfo('boarded', 'Boarded');

const ASKS = {
  seat: 0,
  prompt: { key: 'boarded.play', args: {}, text: 'Play' },
  optional: false,
  undo: false,
};
const OPTIONS = [
  { key: 'card:7', text: '7', targets: ['card:c7'] },
  { key: 'card:9', text: '9', targets: ['card:c9'] },
  { key: 'stop', text: 'Stop', kind: 'pass' as const },
];
const PLAY: Decision = { ...ASKS, id: '3.0', kind: 'choose', options: OPTIONS, min: 1, max: 1 };
const SOME: Decision = { ...ASKS, id: '3.1', kind: 'choose', options: OPTIONS, min: 1, max: 2 };
const ORDER: Decision = { ...ASKS, id: '3.2', kind: 'order', options: OPTIONS.slice(0, 2) };
const AMOUNT: Decision = { ...ASKS, id: '3.3', kind: 'amount', min: 1, max: 3 };
const MIX: Decision = { ...ASKS, id: '3.4', kind: 'mix', limits: { a: 2, b: 1 }, min: 1, max: 2 };

let complaints: unknown[][] = [];
beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  theme.choose('dark');
});

let modules = 0;
/** The address of a module with this body of a class; errors in it name a file of a package. */
function moduleOf(body: string, before = ''): string {
  const name = `http://localhost/packages/boarded/${++modules}/board.js`;
  const source = `${before}\nexport default class extends HTMLElement {${body}}\n//# sourceURL=${name}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** A table with the board of an address; its viewer is at seat 0, or a spectator. */
function tableWith(address: string, decisions = [PLAY], contract = 1, seat?: 'none') {
  const view = {
    game: 'boarded',
    status: 'playing',
    turn: { round: 1, phase: 'play', seats: [0] },
  };
  const players = ['Ada', 'Bo'].map((name, place) => ({ seat: place, name, kind: 'human' }));
  const source = new StillMatch(INFO, {
    viewer: seat ? { public: true } : { seat: 0 },
    view: { ...view, match: 'm_1', rules: 1, players, table: TABLE } as unknown as View,
    decisions: seat ? [] : decisions,
    waiting: [],
    log: [],
  });
  const page = { board: { address, contract } };
  const game: GameDetails = { ...stillGame('boarded', 'Boarded', CARDS), page };
  return { source, ...render(MatchTable, { props: { source, info: INFO, game } }) };
}

async function boardOf(container: Element): Promise<BoardElement> {
  await waitFor(() => expect(container.querySelector('[data-region=board] > *')).not.toBeNull());
  return container.querySelector<BoardElement>('[data-region=board] > *')!;
}

function say(board: Element, name: string, detail: unknown): void {
  board.dispatchEvent(new CustomEvent(name, { detail }));
}

test('a board gets the view, the decisions, the catalogue, language and theme, and nothing else', async () => {
  const { container, source } = tableWith(moduleOf(''));
  const board = await boardOf(container);
  expect(Object.keys(board).sort()).toEqual([
    'catalogue',
    'decisions',
    'language',
    'theme',
    'view',
  ]);
  expect(board.view).toEqual({ ...source.view, viewer: { seat: 0 } });
  expect(board.decisions).toEqual([PLAY]);
  expect(board.catalogue).toEqual(CARDS);
  expect([board.language, board.theme]).toEqual(['en', 'dark']);
  expect(board.getAttributeNames()).toEqual([]);
});

test('all properties are there when a board is connected', async () => {
  const { container } = tableWith(
    moduleOf('connectedCallback() { this.seen = Object.keys(this) }'),
  );
  const board = (await boardOf(container)) as BoardElement & { seen: string[] };
  expect(board.seen).toHaveLength(5);
});

test('a board follows the match and the theme', async () => {
  const { container, source } = tableWith(moduleOf(''));
  const board = await boardOf(container);
  const view = { ...(source.view as View), table: { ...TABLE, deck: 39 } };
  source.stand({ viewer: { seat: 0 }, view, decisions: [], waiting: [], log: [], ply: 32 });
  theme.choose('light');
  await waitFor(() => expect(board.view?.table).toMatchObject({ deck: 39 }));
  await waitFor(() => expect([board.decisions, board.theme]).toEqual([[], 'light']));
});

test('what a board changes in its copies reaches nothing else', async () => {
  const { container, source } = tableWith(
    moduleOf('set view(view) { view.table.deck = 0 } set decisions([first]) { first.id = "x" }'),
  );
  await boardOf(container);
  expect(source.view?.table).toEqual(TABLE);
  expect(source.decisions[0]?.id).toBe('3.0');
});

test('controls for what a board answers itself lie over it on request alone', async () => {
  const { container } = tableWith(moduleOf('answers = ["mix"]'), [MIX]);
  await boardOf(container);
  const fold = await screen.findByRole('button', { name: /Show the answers/ });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await fireEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
});

test.each([
  '',
  'answers = ["order"]',
  'answers = "mix"',
  'answers = ["mix"]; set view(view) { throw 1 }',
])('controls for all else lie over the board at once: %s', async (body) => {
  tableWith(moduleOf(body), [MIX]);
  const fold = await screen.findByRole('button', { name: /Show less/ });
  await waitFor(() => expect(fold.getAttribute('aria-expanded')).toBe('true'));
});

test('a spectator’s board has no questions and no hand of its own', async () => {
  const { container } = tableWith(moduleOf(''), [PLAY], 1, 'none');
  const board = await boardOf(container);
  expect(board.decisions).toEqual([]);
  expect(board.view?.viewer).toEqual({ public: true });
});

test('an answer of a board is given like one of the question bar', async () => {
  const { container, source } = tableWith(moduleOf(''));
  const board = await boardOf(container);
  say(board, 'answer', { decision: '3.0', answer: 'card:9' });
  await fireEvent.click(screen.getByRole('button', { name: '7' }));
  expect(source.given).toEqual([
    ['3.0', 'card:9'],
    ['3.0', 'card:7'],
  ]);
});

test('an answer that gives something up waits for confirmation in the question bar', async () => {
  const { container, source } = tableWith(moduleOf(''));
  say(await boardOf(container), 'answer', { decision: '3.0', answer: 'stop' });
  expect(source.given).toEqual([]);
  await screen.findByText('You could still do more. Stop here?');
});

test.each<[Decision, unknown]>([
  [PLAY, 'card:8'],
  [PLAY, ['card:7']],
  [PLAY, []],
  [PLAY, undefined],
  [PLAY, 'toString'],
  [SOME, 'card:7'],
  [SOME, []],
  [SOME, ['card:7', 'card:7']],
  [SOME, ['card:7', 'card:9', 'stop']],
  [SOME, ['card:8']],
  [ORDER, ['card:7']],
  [ORDER, ['card:7', 'card:8']],
  [AMOUNT, 0],
  [AMOUNT, 4],
  [AMOUNT, 1.5],
  [AMOUNT, '2'],
  [MIX, {}],
  [MIX, []],
  [MIX, { a: 3 }],
  [MIX, { a: 2, b: 1 }],
  [MIX, { a: 1, c: 1 }],
  [MIX, { a: -1, b: 1 }],
  [MIX, { constructor: 1 }],
  [MIX, null],
])('to %o the answer %o changes nothing', async (decision, answer) => {
  const { container, source } = tableWith(moduleOf(''), [decision]);
  const board = await boardOf(container);
  say(board, 'answer', { decision: decision.id, answer });
  say(board, 'answer', { decision: '2.0', answer: 'card:7' });
  say(board, 'answer', undefined);
  expect(source.given).toEqual([]);
  expect(container.querySelector('[data-region=board] > *')).toBe(board);
});

test.each<[Decision, unknown]>([
  [SOME, ['card:9', 'card:7']],
  [ORDER, ['card:9', 'card:7']],
  [AMOUNT, 3],
  [MIX, { a: 1, b: 1 }],
])('to %o the answer %o is given', async (decision, answer) => {
  const { container, source } = tableWith(moduleOf(''), [decision]);
  say(await boardOf(container), 'answer', { decision: decision.id, answer });
  expect(source.given).toEqual([[decision.id, answer]]);
});

test('a component that a board inspects is shown large', async () => {
  const { container } = tableWith(moduleOf(''));
  const board = await boardOf(container);
  say(board, 'inspect', { component: 'c7' });
  await screen.findByRole('dialog', { name: '7' });
  say(board, 'inspect', { component: 'no such' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['is of another contract', moduleOf(''), 2],
  ['is missing', 'data:application/octet-stream,', 1],
  ['is no script', 'data:text/javascript,export default', 1],
  ['throws as it is loaded', moduleOf('', 'throw new Error("x")'), 1],
  ['exports no element', 'data:text/javascript,export default 7', 1],
  ['throws as it is made', moduleOf('constructor() { super(); throw new Error("x") }'), 1],
  ['throws at a property', moduleOf('set view(view) { throw new Error("x") }'), 1],
])('a board that %s gives way to the generic table', async (_, address, contract) => {
  const { container, source } = tableWith(address, [PLAY], contract);
  expect((await screen.findByText(FALLBACK)).getAttribute('role')).toBe('status');
  expect(container.querySelector('[data-region=board]')).toBeNull();
  expect(screen.getByRole('region', { name: 'Ada' }).textContent).toContain('3');
  await fireEvent.click(screen.getAllByRole('button', { name: '9' })[0]!);
  expect(source.given).toEqual([['3.0', 'card:9']]);
  expect(complaints).not.toEqual([]);
});

const FILE = 'http://localhost/packages/boarded/1/board.js';
const LATE = Object.assign(new Error('x'), { stack: `Error: x\n at draw (${FILE}:3:1)` });

// What browsers report of an element that is connected, draws later or leaves a promise rejected.
test.each([
  ['error', { error: new Error('x'), filename: FILE }],
  ['error', { error: 'x', filename: FILE }],
  ['error', { error: LATE, filename: '' }],
  ['unhandledrejection', { reason: LATE }],
])('a board gives way after an %s that nothing has caught', async (name, reported) => {
  const { container } = tableWith(moduleOf(''));
  await boardOf(container);
  dispatchEvent(Object.assign(new Event(name), reported));
  await screen.findByText(FALLBACK);
});

test('an error of the page itself is not the board’s', async () => {
  const { container } = tableWith(moduleOf(''));
  const board = await boardOf(container);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('x') }));
  expect(await boardOf(container)).toBe(board);
});

test('the example of the documents answers', async () => {
  const document = readFileSync(resolve(import.meta.dirname, '../../../../docs/boards.md'), 'utf8');
  const example = /```js\n(.*?)```/s.exec(document)?.[1] ?? '';
  const { container, source } = tableWith(`data:text/javascript,${encodeURIComponent(example)}`);
  const board = await boardOf(container);
  await fireEvent.click(within(board).getByRole('button', { name: '9' }));
  expect(source.given).toEqual([['3.0', 'card:9']]);
});

test('the board as text is the generic table', async () => {
  const { container } = tableWith(moduleOf(''));
  await boardOf(container);
  await fireEvent.click(screen.getByRole('button', { name: /Board as text/ }));
  await screen.findByRole('region', { name: 'Ada' });
  expect(container.querySelector('[data-region=board]')).toBeNull();
});
