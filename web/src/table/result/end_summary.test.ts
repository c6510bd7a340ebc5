import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { BOARD as EMPYREAN, StillEmpyrean } from '../../../tests/games/battle_for_empyrean/fixture';
import { Desk, deskContext } from '../desk/desk.svelte';
import ScoreCurve from './ScoreCurve.svelte';
import ScoredCards from './ScoredCards.svelte';

afterEach(cleanup);

const cells = (row: HTMLElement) => [...row.children].map((element) => element.textContent.trim());
const context = () => deskContext(new Desk(new StillEmpyrean('round8'), () => new Map(), EMPYREAN));

test('the curve is a table for those who cannot see it, even of rounds that end together', () => {
  const rounds = [
    { round: 0, ply: 4, totals: [0, 0] },
    { round: 1, ply: 9, totals: [3, 2] },
    { round: 2, ply: 9, totals: [3, 5] },
  ];
  render(ScoreCurve, { props: { rounds, order: [1, 0] }, context: context() });
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(cells)).toEqual([
    ['Round 0', '0', '0'],
    ['Round 1', '2', '3'],
    ['Round 2', '5', '3'],
  ]);
});

test('parts of one name count together, those of another place apart', () => {
  const part = (id: string, where: string, points: number) => ({
    id,
    where,
    points,
    label: 'Wolf',
  });
  const scored: [number, ReturnType<typeof part>[]][] = [
    [0, [part('u1', 'Vale', 4), part('u2', 'Vale', 3), part('u3', 'Lake', 2)]],
  ];
  render(ScoredCards, { props: { scored }, context: context() });
  expect(screen.getAllByRole('listitem').map(cells)).toEqual([
    ['Wolf\u00a0×2Vale', '7'],
    ['WolfLake', '2'],
  ]);
});
