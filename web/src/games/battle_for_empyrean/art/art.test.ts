import { expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { CATALOGUE } from '../../../../tests/games/battle_for_empyrean/fixture';

test('every card, battlefield and deck has a drawing', async () => {
  const pictures = await drawn('src/games/battle_for_empyrean/drawings.json');
  const components = CATALOGUE.filter(({ kind }) => ['card', 'battlefield', 'deck'].includes(kind));
  expect(components).toHaveLength(203);
  expect(components.filter(({ id }) => !pictures[id])).toEqual([]);
});
