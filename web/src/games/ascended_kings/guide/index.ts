/** What the page of Ascended Kings draws and says of it. */

import Choose from '~icons/game-icons/crossroad';
import Fire from '~icons/game-icons/flame';
import Generate from '~icons/game-icons/crystal-growth';
import Act from '~icons/game-icons/crossed-swords';
import Roll from '~icons/game-icons/rolling-dices';
import Prepare from '~icons/game-icons/quill-ink';
import Return from '~icons/game-icons/crown-of-thorns';

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
      '[data-region="arena"]',
      '[data-region="dials"]',
      '[data-region="mine"]',
      '[data-region="pool"]',
      '[data-region="ylem"]',
      '[data-region="sockets"]',
    ],
    play: [
      '[data-wall]',
      '[data-region="hearts"]',
      '[data-region="koru"]',
      '[data-region="rival"]',
      '[data-region="dials"]',
    ],
  },
  turn: [
    { phase: 'turn', Icon: Generate },
    { phase: 'state', Icon: Choose },
    { phase: 'roll', Icon: Roll },
    { phase: 'latent', Icon: Prepare },
    { phase: 'action', Icon: Act },
    { phase: 'returns', Icon: Return },
    { phase: 'fire', Icon: Fire },
  ],
  examples: [
    ['vara', 'pyre', 'egis'],
    ['zhoth', 'socket_pyre'],
    ['eloden', 'asc_conjunction_1', 'asc_albedo_1'],
  ],
};

export default guide;
