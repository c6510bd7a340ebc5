/** How each kind of power and tag is marked on a card. */

import type { Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

import Ability from '~icons/lucide/infinity';
import Claim from '~icons/lucide/flag';
import Collect from '~icons/lucide/sunrise';
import React from '~icons/lucide/shield';
import Turn from '~icons/lucide/play';
import Creature from '~icons/game-icons/paw-print';
import Demon from '~icons/game-icons/horned-skull';
import Dragon from '~icons/game-icons/dragon-head';

export interface Mark {
  name: string;
  icon: Component<SvelteHTMLElements['svg']>;
}

export const POWERS: Record<string, Mark> = {
  action: { name: 'Action', icon: Turn },
  react: { name: 'React', icon: React },
  collect: { name: 'Collect', icon: Collect },
  ability: { name: 'Always', icon: Ability },
  claim: { name: 'On claim', icon: Claim },
};

export const TAGS: Record<string, Mark> = {
  dragon: { name: 'Dragon', icon: Dragon },
  creature: { name: 'Creature', icon: Creature },
  demon: { name: 'Demon', icon: Demon },
};

const KINDS: Record<string, string> = {
  artifact: 'Artifact',
  mage: 'Mage',
  magic_item: 'Magic item',
  monument: 'Monument',
  place_of_power: 'Place of Power',
};

export function kindName(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll('_', ' ');
}
