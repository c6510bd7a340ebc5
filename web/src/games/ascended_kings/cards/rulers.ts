/** Marks of each King: a colour, a glyph and the shape of the piece. */

import type { Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

import Apsu from '~icons/game-icons/imperial-crown';
import Eloden from '~icons/game-icons/griffin-shield';
import Kynazarr from '~icons/game-icons/flaming-trident';
import Nobody from '~icons/game-icons/crown';
import Vara from '~icons/game-icons/feathered-wing';
import Zhoth from '~icons/game-icons/crowned-skull';

export interface Ruler {
  icon: Component<SvelteHTMLElements['svg']>;
  /** Colours of the piece and of the drawing on it. */
  colour: string;
  on: string;
  /** Outline of the piece in a square of 100, as a path. */
  body: string;
}

const CIRCLE = 'M50 4a46 46 0 1 1 0 92a46 46 0 0 1 0-92z';

export const RULERS: Record<string, Ruler> = {
  apsu: {
    icon: Apsu,
    colour: '#3f6fe0',
    on: '#ffffff',
    body: 'M50 3L93 28V72L50 97L7 72V28z',
  },
  kynazarr: {
    icon: Kynazarr,
    colour: '#d8502a',
    on: '#fff4df',
    body: 'M50 2L98 50L50 98L2 50z',
  },
  vara: { icon: Vara, colour: '#efe8d6', on: '#3a3020', body: CIRCLE },
  eloden: {
    icon: Eloden,
    colour: '#2f8f5c',
    on: '#f2fff6',
    body: 'M8 8H92V52C92 76 74 90 50 98C26 90 8 76 8 52z',
  },
  zhoth: {
    icon: Zhoth,
    colour: '#4b3c70',
    on: '#f1ecff',
    body: 'M29 4H71L96 29V71L71 96H29L4 71V29z',
  },
};

const NOBODY: Ruler = { icon: Nobody, colour: '#6d7b95', on: '#0d1119', body: CIRCLE };

export function rulerOf(king: string | undefined): Ruler {
  return (king && RULERS[king]) || NOBODY;
}
