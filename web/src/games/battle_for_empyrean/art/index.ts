/** The pictures of battlefields, decks and their cards, and the ground under them. */

import drawings from '../drawings.json?drawn';

import { Drawings } from '../../../table/glyphs/drawings.svelte';
import { paletteOf } from './palettes';

export const DRAWINGS = new Drawings('battle_for_empyrean', drawings);

/** The colour of a deck's cards. */
export const tintOf = (deck: string): string => paletteOf(deck).tint;

/** The light that falls on a battlefield. */
const LIGHTS: Record<string, string> = {
  altar_of_the_bargain: '#c98a4a',
  bountiful_vale: '#7fae4c',
  colosseum_of_envy: '#c6a565',
  crystal_caverns: '#58b4cf',
  darkwall_prison: '#7f8aa0',
  eldritch_rift: '#9a63d0',
  forge_of_valor: '#e0713a',
  grinding_gorge: '#b5835a',
  hall_of_tithes: '#d0a53e',
  isle_of_the_cursed_coin: '#46a79b',
  palace_of_the_empty_throne: '#b96f9a',
  pillar_of_solitude: '#9fb0c8',
  river_of_rebirth: '#4c9fd6',
  sanctum_of_the_creators: '#e2c25a',
  scales_of_balance: '#a7b36a',
  shrine_of_stillness: '#6fb59b',
  sirens_sanctuary: '#5a8fe0',
  summit_of_ten: '#a8c2da',
  the_endless_plain: '#b7b257',
  the_eye_of_power: '#cf5e7c',
  the_frozen_pass: '#8fc4e6',
  the_hollow_keep: '#98928a',
  the_mirror_lake: '#66a9c9',
  thieves_market: '#c78b52',
  tower_of_stars: '#7d82e0',
  vale_of_echoes: '#69b586',
  wayfarers_crossing: '#b59a6c',
};

export function lightOf(battlefield: string): string {
  return LIGHTS[battlefield] ?? '#a0a8b8';
}
