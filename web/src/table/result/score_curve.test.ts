import { expect, test } from 'vitest';

import { xOf, yOf, isCurve, levelsOf, lineOf, labelledRounds, type Plot } from './score_curve';

const ROUNDS = [
  { round: 0, ply: 3, totals: [1, 0] },
  { round: 1, ply: 20, totals: [2, 3] },
  { round: 2, ply: 44, totals: [11, 8] },
];
const PLOT: Plot = {
  width: 230,
  height: 120,
  top: 10,
  right: 10,
  bottom: 10,
  left: 20,
  least: 0,
  most: 15,
};

test('levels are round numbers that hold all totals and the goal', () => {
  expect(levelsOf(ROUNDS)).toEqual([0, 5, 10, 15]);
  expect(levelsOf([{ round: 1, ply: 1, totals: [2, 3] }], 10)).toEqual([0, 5, 10]);
  expect(levelsOf([{ round: 1, ply: 1, totals: [-3, 4] }])).toEqual([-4, -2, 0, 2, 4]);
  expect(levelsOf([{ round: 1, ply: 1, totals: [0, 0] }])).toEqual([0, 1]);
});

test('a line goes from the set-up to the end, higher totals higher up', () => {
  expect(lineOf(ROUNDS, 0, PLOT)).toBe('20.0,103.3 120.0,96.7 220.0,36.7');
  expect(xOf(2, 3, PLOT)).toBe(220);
  expect(yOf(15, PLOT)).toBe(10);
  expect(yOf(0, PLOT)).toBe(110);
});

test('numbers of rounds keep their distance, and the last one is always there', () => {
  expect(labelledRounds(ROUNDS, 16, PLOT)).toEqual([0, 1, 2]);
  expect(labelledRounds(ROUNDS, 150, PLOT)).toEqual([0, 2]);
});

test('there is no curve where nothing has changed, or of a single round', () => {
  expect(isCurve(ROUNDS)).toBe(true);
  expect(isCurve(ROUNDS.slice(0, 2))).toBe(false);
  expect(isCurve(ROUNDS.map((round) => ({ ...round, totals: [4, 4] })))).toBe(false);
});
