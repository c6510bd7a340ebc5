import Dragon from '~icons/game-icons/dragon-head';
import Flask from '~icons/game-icons/bubbling-flask';
import Potion from '~icons/game-icons/cauldron';
import Scroll from '~icons/game-icons/scroll-unfurled';

import type { GameManifest } from '../../table/manifest';

const manifest: GameManifest = {
  emblem: {
    light: '#8a6a3a',
    ground: '#241a22',
    sign: Flask,
    around: [Dragon, Scroll, Potion],
    pictured: true,
  },
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
