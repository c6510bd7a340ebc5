/** The picture of each ability, and the shape of its range at each level, as printed on the card. */

import type { Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

import BreakTransmutation from '~icons/game-icons/breaking-chain';
import Calcination from '~icons/game-icons/card-burn';
import Citrinitas from '~icons/game-icons/robber-hand';
import Coagulation from '~icons/game-icons/healing';
import Conjunction from '~icons/game-icons/magnet';
import DireTransfer from '~icons/game-icons/transfuse';
import Dissolution from '~icons/game-icons/acid';
import Distillation from '~icons/game-icons/bubbling-flask';
import EgisBound from '~icons/game-icons/magic-shield';
import Albedo from '~icons/game-icons/walk';
import Fermentation from '~icons/game-icons/boiling-bubbles';
import Lancea from '~icons/game-icons/barbed-spear';
import Nigredo from '~icons/game-icons/death-zone';
import Pneuma from '~icons/game-icons/galaxy';
import PrismaticInscription from '~icons/game-icons/prism';
import Projection from '~icons/game-icons/rolling-dices';
import RevenantCurse from '~icons/game-icons/evil-eyes';
import Rubedo from '~icons/game-icons/fire-ray';
import Separation from '~icons/game-icons/push';
import Sublimation from '~icons/game-icons/teleport';
import SunAndSky from '~icons/game-icons/sun';
import Traverse from '~icons/game-icons/vortex';
import Unknown from '~icons/game-icons/scroll-unfurled';

import type { Shape } from './tiles';

export interface Ability {
  icon: Component<SvelteHTMLElements['svg']>;
  /** By level, or the only one of a special card. */
  reach?: Shape[];
}

const ABILITIES: Record<string, Ability> = {
  sun_and_sky: { icon: SunAndSky, reach: ['surrounding', 'cardinal', 'any'] },
  separation: { icon: Separation, reach: ['adjacent', 'surrounding', 'cardinal'] },
  albedo: { icon: Albedo },
  sublimation: { icon: Sublimation },
  egis_bound: { icon: EgisBound },
  conjunction: { icon: Conjunction, reach: ['cardinal', 'cardinal', 'any'] },
  coagulation: { icon: Coagulation },
  calcination: { icon: Calcination, reach: ['adjacent', 'surrounding', 'any'] },
  rubedo: { icon: Rubedo, reach: ['adjacent', 'surrounding', 'cardinal'] },
  fermentation: { icon: Fermentation },
  dire_transfer: { icon: DireTransfer, reach: ['adjacent', 'surrounding', 'any'] },
  nigredo: { icon: Nigredo, reach: ['surrounding', 'any', 'any'] },
  dissolution: { icon: Dissolution, reach: ['adjacent', 'surrounding', 'cardinal'] },
  citrinitas: { icon: Citrinitas, reach: ['any', 'any', 'any'] },
  distillation: { icon: Distillation },
  projection: { icon: Projection },
  pneuma_mundus: { icon: Pneuma },
  prismatic_inscription: { icon: PrismaticInscription },
  lancea_of_aeterna: { icon: Lancea, reach: ['any'] },
  the_traverse: { icon: Traverse, reach: ['any', 'cardinal', 'surrounding'] },
  break_transmutation: { icon: BreakTransmutation, reach: ['cardinal'] },
  revenant_curse: { icon: RevenantCurse, reach: ['any'] },
};

const ID = /^(?:asc|rev)_([a-z_]+?)(?:_([1-3])|_[abc])?$/;

/** The ability that a card has, by its id: "asc_rubedo_2". */
export function abilityOf(card: string): Ability {
  return ABILITIES[ID.exec(card)?.[1] ?? ''] ?? { icon: Unknown };
}

/** The shape of a card's range; none where it reaches nobody. */
export function reachOf(card: string): Shape | undefined {
  const level = Number(ID.exec(card)?.[2] ?? 1);
  const { reach } = abilityOf(card);
  return reach?.[level - 1] ?? reach?.[0];
}

export const ABILITY_NAMES = Object.keys(ABILITIES);
