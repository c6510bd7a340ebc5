import Dragon from '~icons/game-icons/dragon-head';
import Flask from '~icons/game-icons/bubbling-flask';
import Potion from '~icons/game-icons/cauldron';
import Scroll from '~icons/game-icons/scroll-unfurled';

import { inLanguages, languagesIn, type Translation } from '../../i18n/text';
import type { GameTexts } from '../../lobby/options/labelled_options';
import type { GameManifest } from '../../table/manifest';
import table from './table.webp';
import english from './texts/lobby/english.json';

const translations = import.meta.glob<Translation>('./texts/lobby/*.po', { import: 'default' });

const manifest: GameManifest = {
  emblem: {
    light: '#8a6a3a',
    dark: '#241a22',
    sign: Flask,
    ornaments: [Dragon, Scroll, Potion],
    table,
  },
  minutes: [20, 60],
  weight: 'medium',
  texts: inLanguages<GameTexts>(english, translations),
  languages: languagesIn(translations),
  fan: () => import('./fan'),
  board: () => import('./index'),
  box: () => import('./box'),
};

export default manifest;
