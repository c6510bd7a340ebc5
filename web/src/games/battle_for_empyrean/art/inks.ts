/** Inks of the plates: a set for each mood of a battlefield, and one for each deck. */

import type { Inks } from '../../../table/scenes/plate';
import { paletteOf } from './palettes';

export type Mood =
  | 'ash'
  | 'dawn'
  | 'ember'
  | 'frost'
  | 'gold'
  | 'meadow'
  | 'rift'
  | 'rose'
  | 'sand'
  | 'sea'
  | 'storm';

/** Ground: dark, tint, light; landmark: dark, tint, light; glow. */
export const FIELD_INKS: Record<Mood, Inks> = {
  ash: ['#0d1016', '#4a5360', '#c6ccd2', '#0a0c12', '#7d858e', '#eceae2', '#c9d6e2'],
  dawn: ['#1a0f20', '#85485a', '#ffd2a0', '#180c18', '#b47a58', '#fff0d2', '#ffbf84'],
  ember: ['#1b0a08', '#8c3a20', '#ffc078', '#180806', '#c9803c', '#fff0c8', '#ff9448'],
  frost: ['#0b1830', '#4c7ba4', '#e4f2f6', '#0a1428', '#8fb4cc', '#ffffff', '#c4ecff'],
  gold: ['#1b1209', '#7d5824', '#f3d184', '#1c1004', '#d0a040', '#fff4cc', '#ffd568'],
  meadow: ['#0a1a16', '#3c6a4a', '#d9e4a4', '#0c1810', '#a89a4c', '#fbf6d4', '#dcec8c'],
  rift: ['#120926', '#553a84', '#d6b4ec', '#0e0720', '#9a78c0', '#fbeeff', '#c890ff'],
  rose: ['#1e0a1c', '#843c64', '#f4c4c6', '#1a0818', '#c07c78', '#fff0e8', '#ffa8b8'],
  sand: ['#22160c', '#8f6e42', '#f2dca6', '#20140a', '#c09a5c', '#fff4d6', '#ffdc94'],
  sea: ['#06182a', '#296884', '#bce4dc', '#081626', '#6ca0a0', '#f4fff4', '#94ecec'],
  storm: ['#0a1420', '#37566e', '#c6d8de', '#0b1520', '#7c94a2', '#f0f6f4', '#b4dcf4'],
};

/** Of the subject on a deck's cards, and the glow; the ground has the colours of the deck. */
type SubjectInks = readonly [dark: string, tint: string, light: string, glow: string];

const SUBJECT_INKS: Record<string, SubjectInks> = {
  azteca_and_mexica_of_tenochtitlan: ['#071a14', '#d2953a', '#fff2c4', '#ffd56a'],
  cavalry_of_the_parthian_empire: ['#1e0f06', '#c98a44', '#fff2d0', '#ffc774'],
  defenders_of_the_bastion: ['#0c1218', '#a4946c', '#f8f4e4', '#dfe8f0'],
  knights_of_the_round_table: ['#080f26', '#a9a9b8', '#fdfbf2', '#9cc4ff'],
  legends_of_the_parthenon: ['#1a1206', '#dcb862', '#fffbe8', '#fff0a0'],
  samurai_of_the_sengoku: ['#1e0606', '#dc9a54', '#fff2dc', '#ffa070'],
  spectres_of_the_necropolis: ['#0c0a1c', '#8c90a8', '#f4f6f0', '#b8b0ff'],
  vampires_of_the_evernight: ['#14040c', '#a86c78', '#fff0ec', '#ff7c98'],
  vikings_of_valhalla: ['#081a22', '#b08c5c', '#fff6e2', '#a0e4f4'],
};
const PLAIN: SubjectInks = ['#0a0c12', '#7d858e', '#eceae2', '#c9d6e2'];

/** The inks of a deck's plates. */
export function inksOf(deck: string | undefined): Inks {
  const { dark, tint, light } = paletteOf(deck);
  return [dark, tint, light, ...(SUBJECT_INKS[deck ?? ''] ?? PLAIN)];
}
