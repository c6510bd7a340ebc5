import Crown from '~icons/game-icons/crown-of-thorns';
import Flame from '~icons/game-icons/flame';
import Swords from '~icons/game-icons/crossed-swords';

import { inLanguages } from '../../i18n/text';
import type { GameTexts } from '../../lobby/options/labels';
import type { GameManifest } from '../../table/manifest';
import english from './texts/lobby/english.json';

const manifest: GameManifest = {
  emblem: {
    light: '#9a4a2c',
    ground: '#251414',
    sign: Crown,
    around: [Flame, Swords, Flame],
  },
  texts: inLanguages<GameTexts>(english, {
    de: async () => (await import('./texts/lobby/german.json')).default,
  }),
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
