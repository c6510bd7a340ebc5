/** Stones: each King's colours, of his figure, his tray and all that is his. */

import type { Ink } from './figures';

export interface Stone {
  inks: Record<Ink, string>;
  /** His colour where one is enough, and what can be read on it. */
  colour: string;
  on: string;
  /** The ground and the veins of his tray. */
  slab: string;
  vein: string;
}

const GOLD = { metal: '#c08c35', shine: '#ffe2a0' };
const IRON = { metal: '#7c8088', shine: '#dfe6ea' };

const STONES: Record<string, Stone> = {
  apsu: {
    inks: {
      ...GOLD,
      dark: '#14276b',
      stone: '#2f5fd0',
      light: '#7fb0ff',
      shade: '#0a1238',
      skin: '#d9a884',
      hair: '#e6e4ea',
      glow: '#9fe4ff',
    },
    colour: '#3f6fe0',
    on: '#ffffff',
    slab: '#182850',
    vein: '#5c86d8',
  },
  kynazarr: {
    inks: {
      metal: '#8b4a2c',
      shine: '#ffb36b',
      dark: '#5e130a',
      stone: '#c23a1a',
      light: '#ff8348',
      shade: '#240704',
      skin: '#b0603c',
      hair: '#2a0d06',
      glow: '#ffd457',
    },
    colour: '#d8502a',
    on: '#fff4df',
    slab: '#46160e',
    vein: '#d8502a',
  },
  vara: {
    inks: {
      ...GOLD,
      dark: '#8d8371',
      stone: '#ddd3bd',
      light: '#fffdf4',
      shade: '#3a3226',
      skin: '#dcae88',
      hair: '#5b3a22',
      glow: '#bff3ff',
    },
    colour: '#efe8d6',
    on: '#3a3020',
    slab: '#4b4436',
    vein: '#cfc4a6',
  },
  eloden: {
    inks: {
      ...IRON,
      dark: '#0d4429',
      stone: '#26865a',
      light: '#74d49d',
      shade: '#06170f',
      skin: '#c99a78',
      hair: '#3a2a18',
      glow: '#c9ffe0',
    },
    colour: '#2f8f5c',
    on: '#f2fff6',
    slab: '#11362a',
    vein: '#3fa878',
  },
  zhoth: {
    inks: {
      metal: '#6f6a86',
      shine: '#d8d2f2',
      dark: '#20163c',
      stone: '#4b3a7a',
      light: '#9a86d8',
      shade: '#0b0716',
      skin: '#d9d2bd',
      hair: '#8d8672',
      glow: '#c69bff',
    },
    colour: '#6a55a8',
    on: '#f1ecff',
    slab: '#241b3d',
    vein: '#8b76c8',
  },
};

const BARE: Stone = {
  inks: {
    ...IRON,
    dark: '#3b3a3e',
    stone: '#6d6b70',
    light: '#a5a3a8',
    shade: '#1a191c',
    skin: '#8d8b90',
    hair: '#55545a',
    glow: '#e6e6e6',
  },
  colour: '#7d7b80',
  on: '#0d1119',
  slab: '#332e2c',
  vein: '#7d736c',
};

/** The stones of a King; bare rock before one is chosen. */
export function stoneOf(king: string | undefined): Stone {
  return (king !== undefined && STONES[king]) || BARE;
}

export const KINGS: readonly string[] = Object.keys(STONES);

/** What a Revenant's inks fade to. */
const GRAVE: Record<Ink, string> = {
  dark: '#0d0a1c',
  stone: '#3a3160',
  light: '#a897e6',
  shade: '#05040c',
  metal: '#4a4466',
  shine: '#cfc4ff',
  skin: '#7c74a0',
  hair: '#8f86b4',
  glow: '#e6d4ff',
};
const FADED = 0.58;

/** The same inks, of one who has come back from the dead. */
export function ghostly(inks: Record<Ink, string>): Record<Ink, string> {
  const entries = Object.entries(inks) as [Ink, string][];
  return Object.fromEntries(
    entries.map(([ink, colour]) => [ink, mixed(colour, GRAVE[ink], FADED)]),
  ) as Record<Ink, string>;
}

function mixed(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [a = 0, b = 0] = [from, to].map((ink) => parseInt(ink.slice(start, start + 2), 16));
    return Math.round(a * (1 - share) + b * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
