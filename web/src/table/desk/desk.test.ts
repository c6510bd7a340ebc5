import { expect, test } from 'vitest';

import type { Decision } from '../../api/types';
import { ACTION, BOARD, PAYMENT, StillArcana } from '../../../tests/games/res_arcana/fixture';
import { COMPONENTS } from '../../../tests/table';
import { Desk } from './desk.svelte';
import { nearest } from '../board_items/keyboard';
import { blockedByTarget, choicesByTarget, targetsNamed } from './targets';

const here = new DOMRect(0, 0, 10, 10);
const at = (source: StillArcana) => new Desk(source, () => COMPONENTS, BOARD);

test('things answer with the options that name them', () => {
  const choices = choicesByTarget([ACTION, PAYMENT], BOARD.mixTargetKind);
  expect(choices.get('card:hawk')?.map(({ option }) => option.key)).toEqual([
    'place:hawk',
    'discard:hawk',
  ]);
  expect([...choices.keys()].filter((key) => key.startsWith('essence:'))).toEqual(
    ['elan', 'life', 'death', 'gold'].map((kind) => `essence:${kind}`),
  );
  expect(choicesByTarget([PAYMENT])).toEqual(new Map());
});

test('what is blocked is found at the thing that its key names', () => {
  expect(blockedByTarget([ACTION]).get('card:horn_of_plenty')?.[0]?.why).toContain('2 Gold');
});

test('an event names its cards and its seats', () => {
  const args = { seat: 1, card: 'hawk', cards: ['crypt'], n: 2 };
  expect(targetsNamed(args)).toEqual(['player:1', 'card:hawk', 'card:crypt']);
  const own = { card: (id: string | number) => `unit:${id}`, n: (n: string | number) => `t${n}` };
  expect(targetsNamed(args, own)).toEqual(['player:1', 'unit:hawk', 'card:crypt', 't2']);
});

test('a thing with one option answers at one press', () => {
  const source = new StillArcana();
  at(source).press('card:flaming_pit', here);
  expect(source.given).toEqual([['31.0', 'use:flaming_pit:p1']]);
});

test('a press while an answer is under way is no second answer', () => {
  const source = new StillArcana();
  source.pending = true;
  at(source).press('card:flaming_pit', here);
  expect(source.given).toEqual([]);
});

test('a thing with several options opens a menu, and Escape closes it', () => {
  const source = new StillArcana();
  const desk = at(source);
  desk.press('card:hawk', here);
  expect(desk.menu?.target).toBe('card:hawk');
  expect(source.given).toEqual([]);
  expect(desk.cancel()).toBe(true);
  expect(desk.menu).toBeUndefined();
  expect(desk.cancel()).toBe(false);
});

test('a finger opens the card; a second tap plays the only thing it can do', () => {
  const source = new StillArcana();
  const desk = at(source);
  desk.press('card:flaming_pit', here, true);
  expect(desk.inspected).toMatchObject({ target: 'card:flaming_pit', pinned: true });
  expect(source.given).toEqual([]);
  desk.pressAgain();
  expect(source.given).toEqual([['31.0', 'use:flaming_pit:p1']]);
});

test.each(['card:tree_of_life', 'card:hawk'])(
  'a second tap on %s does nothing: it would discard, or there are two ways',
  (target) => {
    const source = new StillArcana();
    const desk = at(source);
    desk.press(target, here, true);
    desk.pressAgain();
    expect(source.given).toEqual([]);
    expect(desk.inspected?.target).toBe(target);
  },
);

test('a click that would discard asks first', () => {
  const source = new StillArcana();
  const desk = at(source);
  desk.press('card:tree_of_life', here);
  expect(source.given).toEqual([]);
  expect(desk.menu?.target).toBe('card:tree_of_life');
});

test('passing asks first, and Escape goes back', () => {
  const source = new StillArcana();
  const desk = at(source);
  expect(desk.askToPass()).toBe(true);
  expect(desk.unconfirmed).toEqual({ decision: '31.0', key: 'pass' });
  expect(desk.cancel()).toBe(true);
  expect(desk.unconfirmed).toBeUndefined();
  expect(source.given).toEqual([]);
  expect(at(new StillArcana(0, [PAYMENT])).askToPass()).toBe(false);
});

test('a thing without options is looked at', () => {
  const desk = at(new StillArcana());
  desk.press('card:witch', here);
  expect(desk.inspected).toMatchObject({ target: 'card:witch', pinned: true });
});

test('essences pressed on the board add to the payment; Escape takes it back', () => {
  const desk = at(new StillArcana(0, [PAYMENT]));
  desk.press('essence:life', here);
  desk.press('essence:life', here);
  desk.press('essence:death', here);
  expect(desk.move.mix).toEqual({ life: 1, death: 1 });
  expect(desk.move.answerTo(PAYMENT)).toEqual({ life: 1, death: 1 });
  desk.cancel();
  expect(desk.move.begun).toBe(false);
});

test('an optional question is quiet until one turns to it', () => {
  const quiet: Decision = { ...ACTION, id: '40.0', optional: true };
  const desk = at(new StillArcana(0, [quiet]));
  expect(desk.active).toBeUndefined();
  expect(desk.optional).toEqual([quiet]);
  desk.turnTo(quiet);
  expect(desk.active).toEqual(quiet);
});

test('an optional question is put aside until something happens, and nothing is sent', () => {
  const quiet: Decision = { ...ACTION, id: '40.0', optional: true };
  const other: Decision = { ...quiet, id: '40.2' };
  const source = new StillArcana(0, [quiet, other]);
  const desk = at(source);
  desk.turnTo(quiet);
  desk.putAside(quiet);
  desk.putAside(other);
  expect(desk.active).toBeUndefined();
  expect(desk.optional).toEqual([]);
  expect(desk.choices.size).toBe(0);
  expect(source.given).toEqual([]);
  const event = { id: 99, key: 'tiny.played', args: {}, text: 'Bob plays 3', affects: [] };
  source.log = [...source.log, event] as StillArcana['log'];
  desk.putAside(other);
  expect(desk.optional).toEqual([quiet]);
  expect(desk.askToPass()).toBe(true);
  expect(desk.optional).toEqual([]);
  expect(source.given).toEqual([]);
});

test('undo takes back the move before the open question', async () => {
  const source = new StillArcana();
  await at(source).undo();
  expect(source.undone).toEqual(['29.0']);
});

test('what Undo does is known before it is pressed', () => {
  const source = new StillArcana();
  expect(at(source).undoKind).toBe('free');
  source.undoable = { decision: '29.0', free: false };
  expect(at(source).undoKind).toBe('bots');
  const seats = source.match.seats.map((seat, n) => ({ ...seat, account: `a_${n}`, you: n === 0 }));
  source.match = { ...source.match, seats } as StillArcana['match'];
  expect(at(source).undoKind).toBe('ask');
  source.undoable = {};
  expect(at(source).undoKind).toBeUndefined();
});

test('nothing is taken back where nothing may be', async () => {
  const source = new StillArcana();
  source.undoable = {};
  await at(source).undo();
  expect(source.undone).toEqual([]);
});

test('a refusal is shown', async () => {
  const source = new StillArcana();
  source.answer = () => Promise.reject(new Error('It is turned.'));
  const desk = at(source);
  await desk.answer(ACTION, 'pass');
  expect(desk.refusal).toBe('It is turned.');
});

test('a spectator is asked nothing', () => {
  const desk = at(new StillArcana('nobody'));
  expect(desk.seat).toBeUndefined();
  expect(desk.active).toBeUndefined();
});

test('an arrow goes to the nearest thing in its direction', () => {
  const things = [
    { id: 'right', x: 30, y: 4 },
    { id: 'far', x: 90, y: 0 },
    { id: 'below', x: 2, y: 40 },
  ];
  expect(nearest({ x: 0, y: 0 }, things, 'ArrowRight')?.id).toBe('right');
  expect(nearest({ x: 0, y: 0 }, things, 'ArrowDown')?.id).toBe('below');
  expect(nearest({ x: 0, y: 0 }, things, 'ArrowLeft')).toBeUndefined();
});
