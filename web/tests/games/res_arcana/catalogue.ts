/** Components as the server describes them, with texts of their own. */

import type { Component } from '../../../src/api/types';
import { COMPOSED } from '../../../src/games/res_arcana/art/recipes';
import type { Essences, Placed } from '../../../src/games/res_arcana/view';

const KINDS: [Placed['kind'], string[]][] = [
  ['mage', ['witch', 'seer', 'alchemist', 'duelist']],
  [
    'magic_item',
    [
      'alchemy',
      'calm_elan',
      'death_life',
      'divination',
      'protection',
      'reanimate',
      'research',
      'transmutation',
    ],
  ],
  [
    'monument',
    [
      'colossus',
      'golden_statue',
      'great_pyramid',
      'hanging_gardens',
      'library',
      'mausoleum',
      'obelisk',
      'oracle',
      'solomons_mine',
      'temple',
    ],
  ],
  [
    'place_of_power',
    ['sacred_grove', 'catacombs_of_the_dead', 'cursed_forge', 'coral_castle', 'dragons_lair'],
  ],
];

const COSTS: Record<string, Essences> = {
  sacred_grove: { life: 8, calm: 4 },
  catacombs_of_the_dead: { death: 9 },
  cursed_forge: { elan: 6, death: 3 },
  coral_castle: { elan: 5, life: 5, calm: 5 },
  dragons_lair: { elan: 3, life: 3, calm: 3, death: 3 },
  bone_dragon: { death: 4, life: 1 },
  tree_of_life: { any: 2, life: 1 },
  prism: {},
  hawk: { life: 1, calm: 1 },
  horn_of_plenty: { gold: 2 },
};

export function kindOf(id: string): Placed['kind'] {
  return KINDS.find(([, ids]) => ids.includes(id))?.[0] ?? 'artifact';
}

function titled(id: string): string {
  return id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

export const CATALOGUE: Component[] = COMPOSED.map((id) => {
  const kind = kindOf(id);
  const cost =
    COSTS[id] ??
    (kind === 'monument' ? { gold: 4 } : kind === 'artifact' ? { elan: 1, death: 1 } : undefined);
  return {
    id,
    name: titled(id),
    kind,
    text: `What ${titled(id)} does.`,
    facts: {
      ...(cost && { cost }),
      points: id.endsWith('dragon') || kind === 'monument' ? 1 : 0,
      tags: id.endsWith('dragon') ? ['dragon'] : id === 'hawk' ? ['creature'] : [],
      powers: [{ id: 'p1', kind: 'action', text: 'Turn, 1 Elan: gain 2 Death' }],
    },
  };
});
