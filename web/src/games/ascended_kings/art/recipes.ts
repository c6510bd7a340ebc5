/** Recipes: how the plate of each ability is composed. */

import type { Inks, Recipe } from '../../../table/scenes/plate';
import type { Setting } from '../../../table/scenes/settings';
import type { Weather } from '../../../table/scenes/weather';
import { abilityOf } from './ability_ids';

type Mood = 'aria' | 'egis' | 'pyre' | 'dire' | 'ylem' | 'gold' | 'grave';

/** Ground: dark, tint, light; subject: dark, tint, light; glow. */
const INKS: Record<Mood, Inks> = {
  aria: ['#2b2418', '#a5926a', '#f7ecca', '#2a2013', '#d9c79a', '#fffdf2', '#fff3c8'],
  egis: ['#06231a', '#2c7a55', '#c6ecc4', '#081d12', '#c9a85a', '#f6fbe6', '#a8f0c0'],
  pyre: ['#2a0806', '#b3341a', '#ffcf86', '#240805', '#ef9a36', '#fff3cf', '#ff8a2c'],
  dire: ['#120a22', '#53407f', '#d3bce8', '#120b1c', '#a598c0', '#f7f1ff', '#c79bff'],
  ylem: ['#081638', '#2c5fb4', '#bcd8ff', '#0a1230', '#7fa8ec', '#f4f9ff', '#8fd0ff'],
  gold: ['#1d1209', '#80551f', '#f5cf7c', '#261503', '#e0a526', '#fff6cf', '#ffd35a'],
  grave: ['#0c0a18', '#3a3560', '#b4aee0', '#0a0814', '#8f89b8', '#f1eeff', '#a99bff'],
};

type Line =
  `${Mood} ${Setting}` | `${Mood} ${Setting} ${Weather}` | `${Mood} ${Setting} ${Weather} dark`;

/** Mood, setting and weather; "dark": against the light. */
const LINES: Record<string, Line> = {
  sun_and_sky: 'aria heavens clouds dark',
  separation: 'aria waste clouds dark',
  albedo: 'aria hill rays dark',
  sublimation: 'aria heavens motes',
  egis_bound: 'egis ruins leaves',
  conjunction: 'egis crag motes',
  coagulation: 'egis garden motes',
  calcination: 'pyre fire embers',
  rubedo: 'pyre crag embers',
  fermentation: 'pyre forge embers',
  dire_transfer: 'dire altar candles',
  nigredo: 'dire graves moon',
  dissolution: 'dire pit ash',
  citrinitas: 'ylem hall candles',
  distillation: 'ylem study candles',
  projection: 'ylem orb',
  pneuma_mundus: 'gold heavens stars',
  prismatic_inscription: 'gold study rays',
  lancea_of_aeterna: 'gold crag rays dark',
  the_traverse: 'grave heavens stars',
  break_transmutation: 'grave mine ash',
  revenant_curse: 'grave tomb candles',
};

/** All abilities with a plate. */
export const COMPOSED: readonly string[] = Object.keys(LINES);

/** How the plate of a card is composed; undefined for one without a recipe. */
export function recipeOf(card: string): Recipe | undefined {
  const [mood, setting, weather, dark] = (LINES[abilityOf(card)]?.split(' ') ?? []) as [
    Mood?,
    Setting?,
    Weather?,
    string?,
  ];
  if (!mood || !setting) return undefined;
  return { inks: INKS[mood], setting, weather, dark: dark === 'dark' };
}
