/** Inks of the plates: a set for each mood, and the same cut in stone. */

import type { Inks } from '../../../table/scenes/plate';

export type Mood = 'elan' | 'life' | 'calm' | 'death' | 'gold';

/** Ground: dark, tint, light; subject: dark, tint, light; glow. */
export const INKS: Record<Mood, Inks> = {
  elan: ['#2a080e', '#a5321f', '#ffd08a', '#210709', '#e29a2f', '#fff3cf', '#ff9a3c'],
  life: ['#08211a', '#2f7049', '#dfe8a0', '#0d1a0e', '#c29a3a', '#fff6d2', '#d8f07a'],
  calm: ['#081733', '#2a669c', '#bfe3e6', '#0a1226', '#d49a62', '#fff3dd', '#9fe0ff'],
  death: ['#120a26', '#55407f', '#d9b8e0', '#120b1c', '#a99c78', '#f7f1da', '#c79bff'],
  gold: ['#1d1209', '#80551f', '#f5cf7c', '#261503', '#e0a526', '#fff6cf', '#ffd35a'],
};

/** Monuments are cut in stone. */
export function inStone([dark, tint, light, subject, , , glow]: Inks): Inks {
  return [
    dark,
    mixed(tint, '#93897a', 0.6),
    mixed(light, '#f3e6c8', 0.6),
    subject,
    '#c9b48c',
    '#fff8e4',
    glow,
  ];
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
