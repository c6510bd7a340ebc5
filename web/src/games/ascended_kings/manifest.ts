import Crown from '~icons/game-icons/crown-of-thorns';
import Flame from '~icons/game-icons/flame';
import Swords from '~icons/game-icons/crossed-swords';

import { inLanguages, languagesIn, type Translation } from '../../i18n/text';
import type { GameTexts } from '../../lobby/options/labelled_options';
import type { GameManifest } from '../../table/manifest';
import table from './table.webp';
import english from './texts/lobby/english.json';

const translations = import.meta.glob<Translation>('./texts/lobby/*.po', { import: 'default' });

const manifest: GameManifest = {
  emblem: {
    light: '#9a4a2c',
    dark: '#251414',
    sign: Crown,
    ornaments: [Flame, Swords, Flame],
    table,
  },
  minutes: [60, 120],
  weight: 'heavy',
  texts: inLanguages<GameTexts>(english, translations),
  languages: languagesIn(translations),
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
