import Dragon from '~icons/game-icons/dragon-head';
import Round from '~icons/game-icons/round-table';
import Swords from '~icons/game-icons/crossed-swords';
import Tower from '~icons/game-icons/white-tower';

import { inLanguages, languagesIn, type Translation } from '../../i18n/text';
import type { GameTexts } from '../../lobby/options/labelled_options';
import type { GameManifest } from '../../table/manifest';
import table from './table.webp';
import english from './texts/lobby/english.json';

const translations = import.meta.glob<Translation>('./texts/lobby/*.po', { import: 'default' });

const manifest: GameManifest = {
  emblem: {
    light: '#4f6a9a',
    dark: '#151a2c',
    sign: Swords,
    ornaments: [Tower, Round, Dragon],
    table,
  },
  minutes: [30, 60],
  weight: 'medium',
  texts: inLanguages<GameTexts>(english, translations),
  languages: languagesIn(translations),
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
