import { expect, test } from 'vitest';

import { BOARD as KINGS, StillKings } from './ascended_kings/fixture';
import { BOARD as EMPYREAN, FRAMES } from './battle_for_empyrean/fixture';
import { BOARD as ARCANA, viewFor } from './res_arcana/fixture';
import { tableOf as kingsTable } from '../../src/games/ascended_kings/view';
import { playerAt, tableOf as arcanaTable } from '../../src/games/res_arcana/view';

test('Empyrean counts the battlefields on which a seat leads', () => {
  const { view } = FRAMES.round8;
  const leaders = Object.values(view.table.battlefields as object).map(({ leader }) => leader);
  const counts = [0, 1].map((seat) => leaders.filter((leader) => leader === `p${seat}`).length);
  expect(Math.max(...counts)).toBeGreaterThan(0);
  counts.forEach((count, seat) => {
    const standing = EMPYREAN.standing?.(view, seat);
    expect(standing?.points).toBe(count);
    expect(standing?.label).toContain(`Leads on ${count} battlefield`);
    expect(standing?.label).toContain(`${standing?.beside} Might in all`);
  });
});

test('Ascended Kings counts Koru once a King is chosen', () => {
  const { view } = new StillKings('action');
  if (!view) throw new Error('no view');
  const mat = kingsTable(view).players.p0;
  expect(KINGS.standing?.(view, 0)).toEqual({
    points: mat?.koru,
    label: expect.stringMatching(
      new RegExp(`^${mat?.koru} Koru if the match ended now, rank \\d of \\d$`),
    ),
    beside: expect.stringMatching(/^#\d$/),
  });
  expect(KINGS.standing?.(view, 7)).toBeUndefined();
});

test('Res Arcana counts points', () => {
  const view = viewFor(0);
  const points = playerAt(arcanaTable(view), 0)?.points ?? NaN;
  expect(ARCANA.standing?.(view, 0)?.points).toBe(points);
});
