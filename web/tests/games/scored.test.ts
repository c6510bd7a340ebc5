import { expect, test } from 'vitest';

import { BOARD as KINGS, StillKings } from './ascended_kings/fixture';
import { BOARD as EMPYREAN, FRAMES } from './battle_for_empyrean/fixture';
import { BOARD as ARCANA, viewFor } from './res_arcana/fixture';
import { tableOf as kingsTable } from '../../src/games/ascended_kings/view';
import { playerAt, tableOf as arcanaTable } from '../../src/games/res_arcana/view';

test('what has scored in Res Arcana adds up to the points, the most first', () => {
  const view = viewFor(0);
  for (const { seat, points } of Object.values(arcanaTable(view).players)) {
    const parts = ARCANA.scored?.(view, seat, undefined) ?? [];
    expect(parts.reduce((sum, part) => sum + part.points, 0)).toBe(points);
    expect(parts.map((part) => part.points)).toEqual(
      parts.map((part) => part.points).sort((a, b) => b - a),
    );
  }
  expect(playerAt(arcanaTable(view), 0)).toBeDefined();
});

test('Empyrean lists the battlefields with their Might, those led before the others', () => {
  const { view } = FRAMES.round8;
  const fields = Object.values(view.table.battlefields as object) as Field[];
  const parts = EMPYREAN.scored?.(view, 0, undefined) ?? [];
  const places = parts.slice(0, fields.length);
  expect(places.reduce((sum, part) => sum + part.points, 0)).toBe(
    fields.reduce((sum, field) => sum + (field.might.p0 ?? 0), 0),
  );
  const led = fields.filter(({ leader }) => leader === 'p0').length;
  expect(places.map(({ where }) => where)).toEqual([
    ...Array<string>(led).fill('battlefield won'),
    ...Array<string>(fields.length - led).fill('battlefield not won'),
  ]);
  expect(parts.length).toBeGreaterThan(fields.length);
});

interface Field {
  might: Record<string, number>;
  leader?: string;
}

test('Ascended Kings names each completed Transmutation, and what the sheet counts besides', () => {
  const { view } = new StillKings('action');
  if (!view) throw new Error('no view');
  const mat = kingsTable(view).players.p0;
  const filled = Object.entries(mat?.sockets ?? {}).flatMap(([id, is]) =>
    is ? [`socket_${id}`] : [],
  );
  if (mat?.inscription?.face_up) filled.push(mat.inscription.card);
  expect(filled.length).toBeGreaterThan(1);
  const parts = KINGS.scored?.(view, 0, {
    seat: 0,
    total: 30 + 5 * filled.length,
    lines: [
      { key: 'bloodstones', text: 'Bloodstones', points: 30, args: { n: 2 } },
      { key: 'never_killed', text: 'Never killed', points: 0, args: { n: 0 } },
      {
        key: 'transmutations',
        text: 'Transmutations',
        points: 5 * filled.length,
        args: { n: filled.length },
      },
    ],
  });
  expect(parts?.map(({ id, points }) => [id, points])).toEqual([
    ['bloodstone', 30],
    ...filled.map((id) => [id, 5]),
  ]);
  expect(parts?.[0]?.label).toBe('Bloodstones ×2');
});
