/** Recipes: how the plate of each component is composed. */

import type { Recipe } from '../../../table/scenes/plate';
import type { Setting } from '../../../table/scenes/settings';
import type { Weather } from '../../../table/scenes/weather';
import { INKS, inStone, type Mood } from './inks';
import { mageIn, type Wear } from './mages';

type Composed = Exclude<Setting, 'aureole'>;
type Line =
  | `${Mood} ${Composed}`
  | `${Mood} ${Composed} ${Weather}`
  | `${Mood} ${Composed} ${Weather} dark`
  | `${Mood} aureole ${Wear}`;

/** Mood, setting and weather, or what a mage wears; "dark": against the light. */
const LINES: Record<string, Line> = {
  // artifacts
  athanor: 'elan study embers',
  bone_dragon: 'death waste ash dark',
  celestial_horse: 'calm heavens stars',
  chalice_of_fire: 'elan altar embers',
  chalice_of_life: 'life altar motes',
  corrupt_altar: 'death altar candles',
  crypt: 'death graves moon',
  cursed_skull: 'death altar candles',
  dancing_sword: 'elan heavens embers',
  dragon_bridle: 'gold crag motes',
  dragon_egg: 'gold cave motes',
  dragon_teeth: 'elan cave embers',
  dwarven_pickaxe: 'gold cave motes',
  earth_dragon: 'life crag leaves dark',
  elemental_spring: 'calm wood motes',
  elvish_bow: 'life wood leaves',
  fiery_whip: 'elan fire embers',
  fire_dragon: 'elan fire embers',
  flaming_pit: 'elan fire embers',
  fountain_of_youth: 'life garden motes',
  guard_dog: 'elan hall candles',
  hand_of_glory: 'death study candles',
  hawk: 'calm crag clouds dark',
  horn_of_plenty: 'gold garden rays',
  hypnotic_basin: 'calm altar stars',
  jeweled_statuette: 'gold altar candles',
  magical_shard: 'calm heavens stars',
  mermaid: 'calm sea bubbles',
  nightingale: 'life wood moon',
  philosophers_stone: 'gold study rays',
  prism: 'calm study rays',
  ring_of_midas: 'gold altar rays',
  sacrificial_dagger: 'death altar candles',
  sea_serpent: 'calm sea rain',
  treant: 'life wood leaves',
  tree_of_life: 'life garden rays',
  vault: 'gold hall candles',
  water_dragon: 'calm sea rain',
  wind_dragon: 'calm heavens clouds dark',
  windup_man: 'gold study motes',
  // mages
  alchemist: 'gold aureole flask',
  artificer: 'elan aureole goggles',
  druid: 'life aureole antlers',
  duelist: 'elan aureole plume',
  healer: 'life aureole veil',
  necromancer: 'death aureole hood',
  scholar: 'calm aureole cap',
  seer: 'calm aureole veil',
  transmuter: 'life aureole hood',
  witch: 'death aureole hat',
  // magic items
  alchemy: 'gold orb',
  calm_elan: 'calm orb',
  death_life: 'death orb',
  divination: 'calm orb',
  protection: 'life orb',
  reanimate: 'death orb',
  research: 'elan orb',
  transmutation: 'life orb',
  // monuments
  colossus: 'gold sea clouds',
  golden_statue: 'gold hall rays',
  great_pyramid: 'gold waste rays',
  hanging_gardens: 'life hall leaves',
  library: 'elan study candles',
  mausoleum: 'death graves moon',
  obelisk: 'calm waste stars',
  oracle: 'calm heavens rays',
  solomons_mine: 'gold cave motes',
  temple: 'life garden clouds',
  // Places of Power
  sacred_grove: 'life wood rays',
  alchemists_tower: 'gold hill stars',
  catacombs_of_the_dead: 'death tomb candles',
  sacrificial_pit: 'death pit ash',
  cursed_forge: 'elan forge embers',
  dwarven_mines: 'gold mine motes',
  coral_castle: 'calm reef bubbles',
  sunken_reef: 'calm reef bubbles',
  dragons_lair: 'elan lair embers',
  sorcerers_bestiary: 'life ruins moon',
};

/** All components with a plate. */
export const COMPOSED: readonly string[] = Object.keys(LINES);

/** How the plate of a component is composed; undefined for one without a recipe. */
export function recipeOf(id: string, kind: string): Recipe | undefined {
  const [mood, setting, third, dark] = (LINES[id]?.split(' ') ?? []) as [
    Mood?,
    Setting?,
    (Weather | Wear)?,
    string?,
  ];
  if (!mood || !setting) return undefined;
  const isMage = setting === 'aureole';
  return {
    inks: kind === 'monument' ? inStone(INKS[mood]) : INKS[mood],
    setting,
    weather: isMage ? undefined : (third as Weather | undefined),
    figure: isMage ? (parts) => mageIn(parts, third as Wear) : undefined,
    dark: dark === 'dark',
    wide: kind === 'place_of_power',
  };
}
