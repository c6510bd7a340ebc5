/** The pictures of the cards: a drawing, and the essence that tints its ground. */

import { Drawings, type Outline } from '../../../table/glyphs/drawings.svelte';
import drawings from '../drawings.json?drawn';
import { ESSENCES } from '../essences';

export const TINTS: Record<string, string> = {
  athanor: 'elan',
  bone_dragon: 'death',
  celestial_horse: 'calm',
  chalice_of_fire: 'elan',
  chalice_of_life: 'life',
  corrupt_altar: 'death',
  crypt: 'death',
  cursed_skull: 'death',
  dancing_sword: 'elan',
  dragon_bridle: 'gold',
  dragon_egg: 'gold',
  dragon_teeth: 'elan',
  dwarven_pickaxe: 'gold',
  earth_dragon: 'life',
  elemental_spring: 'calm',
  elvish_bow: 'life',
  fiery_whip: 'elan',
  fire_dragon: 'elan',
  flaming_pit: 'elan',
  fountain_of_youth: 'life',
  guard_dog: 'elan',
  hand_of_glory: 'death',
  hawk: 'calm',
  horn_of_plenty: 'gold',
  hypnotic_basin: 'calm',
  jeweled_statuette: 'gold',
  magical_shard: 'calm',
  mermaid: 'calm',
  nightingale: 'life',
  philosophers_stone: 'gold',
  prism: 'calm',
  ring_of_midas: 'gold',
  sacrificial_dagger: 'death',
  sea_serpent: 'calm',
  treant: 'life',
  tree_of_life: 'life',
  vault: 'gold',
  water_dragon: 'calm',
  wind_dragon: 'calm',
  windup_man: 'gold',
  alchemist: 'gold',
  artificer: 'elan',
  druid: 'life',
  duelist: 'elan',
  healer: 'life',
  necromancer: 'death',
  scholar: 'calm',
  seer: 'calm',
  transmuter: 'life',
  witch: 'death',
  alchemy: 'gold',
  calm_elan: 'calm',
  death_life: 'death',
  divination: 'calm',
  protection: 'life',
  reanimate: 'death',
  research: 'elan',
  transmutation: 'life',
  colossus: 'gold',
  golden_statue: 'gold',
  great_pyramid: 'gold',
  hanging_gardens: 'life',
  library: 'elan',
  mausoleum: 'death',
  obelisk: 'calm',
  oracle: 'calm',
  solomons_mine: 'gold',
  temple: 'life',
  sacred_grove: 'life',
  alchemists_tower: 'gold',
  catacombs_of_the_dead: 'death',
  sacrificial_pit: 'death',
  cursed_forge: 'elan',
  dwarven_mines: 'gold',
  coral_castle: 'calm',
  sunken_reef: 'calm',
  dragons_lair: 'elan',
  sorcerers_bestiary: 'life',
};

const DRAWINGS = new Drawings('res_arcana', drawings);

/** The colour that tints the ground of a card's picture; undefined where it has none. */
export function tintOf(id: string): string | undefined {
  return ESSENCES.of(TINTS[id] ?? '')?.colour;
}

/** What a card's picture shows. */
export function outlineOf(id: string): Outline {
  return id in TINTS ? DRAWINGS.of(id) : null;
}
