import Dragon from '~icons/game-icons/dragon-head';
import Round from '~icons/game-icons/round-table';
import Swords from '~icons/game-icons/crossed-swords';
import Tower from '~icons/game-icons/white-tower';

import { inLanguages } from '../../i18n/text';
import type { GameTexts } from '../../lobby/options/labels';
import type { GameManifest } from '../../table/manifest';
import english from './texts/lobby/english.json';

const manifest: GameManifest = {
  emblem: {
    light: '#4f6a9a',
    ground: '#151a2c',
    sign: Swords,
    around: [Tower, Round, Dragon],
  },
  texts: inLanguages<GameTexts>(english, {
    de: async () => (await import('./texts/lobby/german.json')).default,
  }),
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
