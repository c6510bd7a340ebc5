import { expect, test } from 'vitest';

import { language } from '../../i18n/text';
import { ANALYSIS, analysedMove, chosen } from '../../../tests/analysis';
import { Glyphs } from '../glyphs/glyphs';
import {
  xOf,
  chancesAt,
  yOf,
  chancePoints,
  lineOf,
  plyAt,
  roundLabels,
  type PlotArea,
} from './chance_curve';
import { describeLuck, describeMove, describeTurningPoint } from './descriptions';
import { hasMuchUnexplained, PARTS, roundedToSum, chanceAccounts } from './chance_accounts';
import {
  largestTurningPoint,
  neighbourOf,
  findTurningPoints,
  type TurningPoint,
} from './turning_points';

const GLYPHS = new Glyphs({});
const ROOM: PlotArea = { width: 240, height: 130, top: 10, right: 20, bottom: 20, left: 20 };
const points = findTurningPoints(ANALYSIS);
const nameOf = (seat: number): string => ['Ada', 'Bob'][seat] ?? '';
const marked = (move: ReturnType<typeof analysedMove>): TurningPoint => {
  const [point] = findTurningPoints({ ...ANALYSIS, moves: [move], luck: [] });
  if (!point) throw new Error('no turning point');
  return point;
};

test('turning points are the marked moves and the large luck, in the order of play', () => {
  expect(points.map(({ ply, seat, mark }) => [ply, seat, mark])).toEqual([
    [4, 0, 'mistake'],
    [8, 0, 'luck'],
    [10, 1, 'inaccuracy'],
  ]);
});

test('the greatest turning point changed a chance most', () => {
  expect(largestTurningPoint(points)?.ply).toBe(8);
  expect(largestTurningPoint([])).toBeUndefined();
});

test('one walks from turning point to turning point', () => {
  expect(neighbourOf(points, 4, 1)?.ply).toBe(8);
  expect(neighbourOf(points, 9, -1)?.ply).toBe(8);
  expect(neighbourOf(points, 4, -1)).toBeUndefined();
  expect(neighbourOf(points, 10, 1)).toBeUndefined();
});

test('a marked move says who played what, what was better and what it cost', () => {
  const mistake = marked(analysedMove(3, 0, 0.124, { mark: 'mistake' }));
  expect(describeTurningPoint(mistake, nameOf, GLYPHS)).toBe(
    'Ada played “Place Hawk”. “Pass” would have kept 12 percentage points more (±\u00a03).',
  );
});

test('where both moves read alike, only the cost is told', () => {
  const best = [chosen('Place Hawk', 'place:hawk:2')];
  const blunder = marked(analysedMove(3, 1, 0.3, { mark: 'blunder', best }));
  expect(describeTurningPoint(blunder, nameOf, GLYPHS)).toBe(
    'Bob played “Place Hawk”. A different choice would have kept 30 percentage points more (±\u00a03).',
  );
});

test('luck says whom it helped and whom it cost', async () => {
  const luck = points.find(({ mark }) => mark === 'luck');
  expect(luck && describeTurningPoint(luck, nameOf, GLYPHS)).toBe(
    'What was drawn, rolled or revealed brought Bob +18, but cost Ada −21 percentage points.',
  );
  const shares = [
    { who: 'Ada', change: 14 },
    { who: 'Bob', change: 3 },
  ];
  expect(describeLuck(shares)).toMatch(/ brought Ada \+14 and Bob \+3 percentage points\.$/);
  await language.choose('de');
  expect(describeLuck([{ who: 'Ada', change: -14 }])).toBe(
    'Was gezogen, gewürfelt oder aufgedeckt wurde, kostete Ada −14 Prozentpunkte.',
  );
  await language.choose('en');
});

test('a move is told with its follow-ups, and long options are cut at a word', () => {
  const long = `Seer: ${'look at the top cards '.repeat(6)}.`;
  const follow: ReturnType<typeof chosen> = { ...chosen(''), answer: { gold: 2 }, options: [] };
  expect(describeMove([chosen('Use Prism.'), follow], GLYPHS)).toBe('Use Prism · 2 Gold');
  expect(describeMove([chosen(long)], GLYPHS)).toMatch(/^Seer: look .{40,64} …$/);
  expect(describeMove([{ ...chosen(''), answer: [], options: [] }], GLYPHS)).toBe('Nothing');
});

test('the curve goes through the chances that are known, at the entries before them', () => {
  expect(chancePoints(ANALYSIS, 12)).toEqual([
    { ply: 0, round: 1, chances: [0.5, 0.5] },
    { ply: 3, chances: [0.45, 0.55] },
    { ply: 6, round: 2, chances: [0.4, 0.6] },
    { ply: 12, chances: [0, 1] },
  ]);
});

test('where answers were taken back, entries run ahead of the answers that stand', () => {
  const luck = ANALYSIS.luck.map((draw) => ({ ...draw, ply: draw.ply + 5 }));
  const moves = ANALYSIS.moves.map((move) => ({ ...move, ply: move.ply && move.ply + 5 }));
  expect(chancePoints({ ...ANALYSIS, luck, moves }, 17).map(({ ply }) => ply)).toEqual([
    5, 8, 11, 17,
  ]);
});

test('between two known chances they change in proportion', () => {
  const curve = chancePoints(ANALYSIS, 12);
  expect(chancesAt(curve, 6)).toEqual([0.4, 0.6]);
  expect(chancesAt(curve, 3)[0]).toBeCloseTo(0.45);
  expect(chancesAt(curve, 9)[1]).toBeCloseTo(0.8);
  expect(chancesAt(curve, 99)).toEqual([0, 1]);
  expect(chancesAt([], 3)).toEqual([]);
});

test('the picture spans the whole match and all chances', () => {
  expect([xOf(0, 12, ROOM), xOf(12, 12, ROOM)]).toEqual([20, 220]);
  expect([yOf(1, ROOM), yOf(0.5, ROOM), yOf(0, ROOM)]).toEqual([10, 60, 110]);
  expect(lineOf(chancePoints(ANALYSIS, 12), 1, 12, ROOM)).toBe(
    '20.0,60.0 70.0,55.0 120.0,50.0 220.0,10.0',
  );
});

test('rounds are numbered as far as there is room', () => {
  const rounds = [0, 1, 2, 3, 4].map((round) => ({ ply: 2 * round, round, chances: [1] }));
  const curve = [...rounds, { ply: 12, chances: [1] }];
  const roundsAt = (gap: number) => roundLabels(curve, gap, 12, ROOM).map(({ round }) => round);
  expect(roundsAt(30)).toEqual([0, 1, 2, 3, 4]);
  expect(roundsAt(50)).toEqual([0, 2, 4]);
  expect(roundsAt(400)).toEqual([0]);
});

test('a press beside the picture goes to its nearest end', () => {
  expect([-5, 20, 121, 220, 400].map((x) => plyAt(x, 12, ROOM))).toEqual([0, 0, 6, 12, 12]);
});

test('the parts of each seat add up to its result', () => {
  const accounts = chanceAccounts(ANALYSIS);
  expect(accounts[0]).toEqual({
    seat: 0,
    start: 50,
    answers: -4,
    luck: -17,
    unexplained: -29,
    result: 0,
  });
  for (const sum of accounts) {
    expect(PARTS.reduce((total, part) => total + sum[part], 0)).toBe(sum.result);
  }
});

test('rounded numbers keep their sum', () => {
  expect(roundedToSum([33.4, 33.3, 33.3])).toEqual([34, 33, 33]);
  expect(roundedToSum([50.5, -12.5, -38])).toEqual([51, -13, -38]);
  expect(roundedToSum([-0.2, 0.2])).toEqual([0, 0]);
});

test('much that is unexplained is a reason for care', () => {
  expect(hasMuchUnexplained(chanceAccounts(ANALYSIS))).toBe(true);
  expect(
    hasMuchUnexplained(chanceAccounts({ ...ANALYSIS, accounts: ANALYSIS.accounts.slice(0, 1) })),
  ).toBe(false);
});
