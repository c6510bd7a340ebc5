import Dragon from '~icons/game-icons/dragon-head';
import Round from '~icons/game-icons/round-table';
import Swords from '~icons/game-icons/crossed-swords';
import Tower from '~icons/game-icons/white-tower';

import type { GameManifest } from '../../table/manifest';

const manifest: GameManifest = {
  emblem: {
    light: '#4f6a9a',
    ground: '#151a2c',
    sign: Swords,
    around: [Tower, Round, Dragon],
  },
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
