import { expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { TINTS } from './art';

test('every card has a drawing and the tint of its ground', async () => {
  const pictures = await drawn('src/games/res_arcana/drawings.json');
  expect(Object.keys(pictures).sort()).toEqual(Object.keys(TINTS).sort());
  expect(new Set(Object.values(pictures)).size).toBe(78);
});
