import { expect, test } from 'vitest';

import { drawn } from '../../../../drawings.ts';
import { CATALOGUE } from '../../../../tests/games/battle_for_empyrean/fixture';

test('every card, battlefield and deck has a drawing', async () => {
  const found = await drawn('src/games/battle_for_empyrean/drawings.json');
  const shown = CATALOGUE.filter(({ kind }) => ['card', 'battlefield', 'deck'].includes(kind));
  expect(shown).toHaveLength(203);
  expect(shown.filter(({ id }) => !found[id])).toEqual([]);
});
