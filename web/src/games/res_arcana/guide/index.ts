/** What the page of Res Arcana draws and says of it. */

import Actions from '~icons/game-icons/card-play';
import Collect from '~icons/game-icons/receive-money';
import Victory from '~icons/game-icons/laurels-trophy';

import { inLanguages, type Translation } from '../../../i18n/text';
import type { GameGuide } from '../../../table/manifest';
import { english } from '../texts/guide/english';

const guide: GameGuide = {
  texts: inLanguages(
    english,
    import.meta.glob<Translation>('../texts/guide/*.po', { import: 'default' }),
  ),
  tables: () => import('./tables'),
  marks: {
    setup: [
      '[data-region="places"]',
      '[data-region="monuments"]',
      '[data-region="items"]',
      '[data-region="mine"] .cards',
      '[data-region="pool"]',
      '[data-region="rival"]',
    ],
    play: [
      '[data-region="mine"] .cards',
      '[data-region="pool"]',
      '[data-region="score"]',
      '[data-region="rival"]',
      '[data-region="places"]',
    ],
  },
  turn: [
    { phase: 'collect', Icon: Collect },
    { phase: 'actions', Icon: Actions },
    { phase: 'victory', Icon: Victory },
  ],
  examples: [
    ['bone_dragon', 'guard_dog'],
    ['athanor', 'great_pyramid'],
    ['sacred_grove', 'hawk'],
  ],
};

export default guide;
