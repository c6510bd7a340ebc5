import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { BOARD, GAME, INFO, StillArcana } from '../../../tests/games/res_arcana/fixture';
import { COMPONENTS } from '../../../tests/table';
import { Problem } from '../../api/problem';
import type { Decision, Hint, MatchInfo } from '../../api/types';
import { Desk } from '../desk/desk.svelte';
import { Move } from '../desk/move.svelte';
import MatchTable from '../MatchTable.svelte';
import { answerText, areAnswersAlike } from './answer_text';
import { Glyphs } from '../glyphs/glyphs';

afterEach(cleanup);

const QUESTION: Decision = {
  id: '31.0',
  seat: 0,
  kind: 'choose',
  prompt: { key: 'res_arcana.action', args: {}, text: 'What do you do?' },
  optional: false,
  undo: false,
  options: [
    { key: 'place:hawk', text: 'Place Hawk' },
    { key: 'place:crypt', text: 'Place Crypt' },
    { key: 'pass', text: 'Pass', kind: 'pass' },
  ],
  min: 1,
  max: 1,
  default: 'pass',
};

const HINT: Hint = {
  decision: '31.0',
  ply: 31,
  answers: [
    {
      answer: 'place:crypt',
      chance: 0.613,
      error: 0.021,
      follow_ups: [
        {
          prompt: { key: 'res_arcana.pay', args: {}, text: 'How do you pay?' },
          answer: { life: 2 },
          options: [],
        },
      ],
      line: [
        { key: 'res_arcana.placed', args: { seat: 0 }, text: 'You place Crypt', certain: true },
        { key: 'res_arcana.passed', args: { seat: 1 }, text: 'Bob passes', certain: false },
      ],
    },
    { answer: 'pass', chance: 0.4, error: 0.0001, follow_ups: [], line: [] },
  ],
};

const BOTS: MatchInfo = {
  ...INFO,
  rated: false,
  seats: INFO.seats.map((seat) => (seat.seat ? { ...seat, kind: 'bot', bot: 'hard' } : seat)),
};

/** A table of one player and bots that gives this hint. */
async function table(
  hint: (decision: string) => Promise<Hint>,
  match: MatchInfo = BOTS,
  pending = false,
): Promise<StillArcana> {
  const source = new StillArcana(0, [QUESTION]);
  source.match = match;
  source.pending = pending;
  Object.assign(source, { hint });
  render(MatchTable, { props: { source, info: match, game: GAME, board: BOARD } });
  await tick();
  return source;
}

const button = () => screen.queryByRole('button', { name: 'Hint' });
const panel = () => screen.getByRole('region', { name: 'Hint' });

test('the best answers are shown with their chances and lines', async () => {
  const hint = vi.fn().mockResolvedValue(HINT);
  await table(hint);
  await fireEvent.click(button()!);
  expect(hint).toHaveBeenCalledExactlyOnceWith('31.0');
  await vi.waitFor(() => within(panel()).getByText('61%'));
  const [best, other] = within(panel())
    .getAllByRole('listitem')
    .map((element) => element.textContent);
  expect(best).toContain('Place Crypt');
  expect(best).toContain('± 2%');
  expect(best).toMatch(
    /How do you pay\?.*2.*Life.*You place Crypt.*One way it may go on:.*Bob passes/s,
  );
  expect(within(panel()).getByRole('status').textContent).toBe(
    'Best answer: Place Crypt, chance of winning 61%',
  );
  expect(other).toBeTruthy();
});

test('a suggestion is filled in and not sent', async () => {
  const source = await table(() => Promise.resolve(HINT));
  await fireEvent.keyDown(window, { key: 'h' });
  await fireEvent.click(await within(panel()).findByRole('button', { name: /Place Crypt/ }));
  const suggested = await screen.findByRole('button', { name: 'Suggested: Place Crypt' });
  await vi.waitFor(() => expect(document.activeElement).toBe(suggested));
  expect(source.given).toEqual([]);
  await fireEvent.click(suggested);
  expect(source.given).toEqual([['31.0', 'place:crypt']]);
});

test('another question closes the hint; so does the key', async () => {
  const source = await table(() => Promise.resolve(HINT));
  await fireEvent.keyDown(window, { key: 'h' });
  await within(panel()).findByText('61%');
  await fireEvent.keyDown(window, { key: 'h' });
  expect(screen.queryByRole('region', { name: 'Hint' })).toBeNull();
  await fireEvent.keyDown(window, { key: 'h' });
  await within(panel()).findByText('61%');
  source.decisions = [{ ...QUESTION, id: '32.0' }];
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Hint' })).toBeNull());
});

test('a refusal is told', async () => {
  const limited = { type: '/problems/rate-limited', title: 'Too many', status: 429 };
  await table(() => Promise.reject(new Problem(limited)));
  await fireEvent.click(button()!);
  await vi.waitFor(() =>
    expect(within(panel()).getByRole('status').textContent).toContain('Wait a moment'),
  );
});

test.each<[string, MatchInfo]>([
  ['rated matches', { ...BOTS, rated: true }],
  ['matches among people', { ...BOTS, seats: INFO.seats }],
  [
    'matches to which a person may come back',
    { ...BOTS, seats: BOTS.seats.map((seat) => (seat.seat ? { ...seat, stands_in: true } : seat)) },
  ],
])('%s have no hints', async (_, match) => {
  const hint = vi.fn();
  await table(hint, match);
  expect(button()).toBeNull();
  // Not prevented: the key is the browser's.
  expect(await fireEvent.keyDown(window, { key: 'h' })).toBe(true);
  expect(hint).not.toHaveBeenCalled();
});

test('while an answer is on its way, neither button nor key asks for a hint', async () => {
  const hint = vi.fn().mockResolvedValue(HINT);
  await table(hint, BOTS, true);
  expect(button()).toHaveProperty('disabled', true);
  expect(await fireEvent.keyDown(window, { key: 'h' })).toBe(true);
  expect(hint).not.toHaveBeenCalled();
});

test('the region that says what is found is there before it says anything', async () => {
  await table(() => Promise.resolve(HINT));
  const silent = [...document.querySelectorAll('#question [role=status]')];
  expect(silent.map((element) => element.textContent)).toEqual(['']);
  expect(await fireEvent.keyDown(window, { key: 'h' })).toBe(false);
  expect(within(panel()).getByRole('status')).toBe(silent[0]);
});

test('a suggestion puts down what was picked up, so that its answer can be seen', async () => {
  const desk = new Desk(new StillArcana(), () => COMPONENTS, BOARD);
  desk.pickUp('card:hawk');
  expect(desk.pickedUp).toBe('card:hawk');
  await desk.hints.prefill({ ...HINT.answers[0]!, answer: 'use:flaming_pit:p1' });
  expect(desk.pickedUp).toBeUndefined();
  expect(desk.move.picked).toEqual(['use:flaming_pit:p1']);
});

test('every kind of answer can be suggested, and said', () => {
  const glyphs = new Glyphs({});
  const options = [
    { key: 'a', text: 'Ant' },
    { key: 'b', text: 'Bee' },
  ];
  const common = { ...QUESTION, options };
  const cases: [Decision, Parameters<Move['prefill']>[0], string][] = [
    [common, 'b', 'Bee'],
    [{ ...common, max: 2 }, ['b', 'a'], 'Bee, Ant'],
    [{ ...common, kind: 'order', default: [] }, ['b', 'a'], 'Bee, Ant'],
    [{ ...common, kind: 'amount', min: 0, max: 5, default: 0 }, 3, '3'],
    [
      { ...common, kind: 'mix', limits: { ant: 3 }, min: 0, max: 3, default: {} },
      { ant: 2 },
      '2 ant',
    ],
  ];
  for (const [decision, answer, sentence] of cases) {
    const move = new Move(decision);
    move.prefill(answer);
    expect(move.answerTo(decision)).toEqual(answer);
    expect(answerText(answer, options, glyphs).toLowerCase()).toBe(sentence.toLowerCase());
  }
});

test('answers are alike if their errors explain the difference of their chances', () => {
  const [best, last] = HINT.answers as [Hint['answers'][0], Hint['answers'][0]];
  expect(areAnswersAlike([best, last])).toBe(false);
  expect(areAnswersAlike([best, { ...last, chance: 0.6, error: 0.02 }])).toBe(true);
  expect(areAnswersAlike([best, { ...last, chance: 0.55, error: 0.02 }])).toBe(false);
  expect(areAnswersAlike([best])).toBe(false);
  expect(areAnswersAlike([])).toBe(false);
});
