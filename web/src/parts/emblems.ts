import type { Component } from 'svelte';

import Crown from '~icons/game-icons/crown-of-thorns';
import Dragon from '~icons/game-icons/dragon-head';
import Flask from '~icons/game-icons/bubbling-flask';
import Round from '~icons/game-icons/round-table';
import Flame from '~icons/game-icons/flame';
import Potion from '~icons/game-icons/cauldron';
import Scroll from '~icons/game-icons/scroll-unfurled';
import Swords from '~icons/game-icons/crossed-swords';
import Tower from '~icons/game-icons/white-tower';

/** A game's mood on its cover: the light and the ground, the great sign, the small ones around. */
export interface Emblem {
  light: string;
  ground: string;
  sign: Component;
  around: Component[];
  /** Its cards have pictures of their own. */
  pictured?: true;
}

const EMBLEMS: Record<string, Emblem> = {
  res_arcana: {
    light: '#8a6a3a',
    ground: '#241a22',
    sign: Flask,
    around: [Dragon, Scroll, Potion],
    pictured: true,
  },
  battle_for_empyrean: {
    light: '#4f6a9a',
    ground: '#151a2c',
    sign: Swords,
    around: [Tower, Round, Dragon],
  },
  ascended_kings: {
    light: '#9a4a2c',
    ground: '#251414',
    sign: Crown,
    around: [Flame, Swords, Flame],
  },
};

const OTHER: Emblem = { light: '#4a6a66', ground: '#15201f', sign: Round, around: [Scroll, Tower] };

export function emblemOf(game: string): Emblem {
  return EMBLEMS[game] ?? OTHER;
}
