import Crown from '~icons/game-icons/crown-of-thorns';
import Flame from '~icons/game-icons/flame';
import Swords from '~icons/game-icons/crossed-swords';

import type { GameManifest } from '../../table/manifest';

const manifest: GameManifest = {
  emblem: {
    light: '#9a4a2c',
    ground: '#251414',
    sign: Crown,
    around: [Flame, Swords, Flame],
  },
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
