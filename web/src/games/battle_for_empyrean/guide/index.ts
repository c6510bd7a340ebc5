/** What the page of Battle for Empyrean draws and says of it. */

import { inLanguages, type Translation } from '../../../i18n/text';
import type { GameGuide } from '../../../table/manifest';
import { PHASE_ICONS } from '../art/phases';
import { english } from '../texts/guide/english';

const ROUND = ['begin', 'draft', 'command', 'deploy', 'reveal', 'end'];

const guide: GameGuide = {
  texts: inLanguages(
    english,
    import.meta.glob<Translation>('../texts/guide/*.po', { import: 'default' }),
  ),
  tables: () => import('./tables'),
  marks: {
    setup: [
      '[data-region="battlefields"]',
      '[data-region="rounds"]',
      '[data-region="rival"]',
      '[data-region="mine"]',
      '[data-region="essence"]',
    ],
    play: [
      '[data-region="battlefields"] > *',
      '[data-region="mine"] .standing',
      '[data-region="essence"]',
      '[data-region="mine"] .piles',
      '[data-region="rounds"]',
    ],
  },
  turn: ROUND.flatMap((phase) => {
    const Icon = PHASE_ICONS[phase];
    return Icon ? [{ phase, Icon }] : [];
  }),
  examples: [
    ['eater_of_souls', 'soul_of_the_powerful', 'zombie_horde'],
    ['ninja', 'sohei'],
    ['summit_of_ten', 'ninja', 'oni'],
  ],
};

export default guide;
