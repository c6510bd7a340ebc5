/** The picture of each ability. */

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

type Picture = Component<SvelteHTMLElements['svg']>;

const ICONS: Record<string, Picture> = {
  sun_and_sky: SunAndSky,
  separation: Separation,
  albedo: Albedo,
  sublimation: Sublimation,
  egis_bound: EgisBound,
  conjunction: Conjunction,
  coagulation: Coagulation,
  calcination: Calcination,
  rubedo: Rubedo,
  fermentation: Fermentation,
  dire_transfer: DireTransfer,
  nigredo: Nigredo,
  dissolution: Dissolution,
  citrinitas: Citrinitas,
  distillation: Distillation,
  projection: Projection,
  pneuma_mundus: Pneuma,
  prismatic_inscription: PrismaticInscription,
  lancea_of_aeterna: Lancea,
  the_traverse: Traverse,
  break_transmutation: BreakTransmutation,
  revenant_curse: RevenantCurse,
};

const CARD_ID = /^(?:asc|rev)_([a-z_]+?)(?:_[1-3]|_[abc])?$/;

/** The picture of a card, by its id: "asc_rubedo_2". */
export function abilityIcon(card: string): Picture {
  return ICONS[CARD_ID.exec(card)?.[1] ?? ''] ?? Unknown;
}

export const ABILITY_IDS = Object.keys(ICONS);
