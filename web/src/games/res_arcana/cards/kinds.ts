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

import { words } from '../words';

type Icon = Component<SvelteHTMLElements['svg']>;

export interface Mark {
  name: string;
  icon: Icon;
}

const POWERS: Record<string, Icon> = {
  action: Turn,
  react: React,
  collect: Collect,
  ability: Ability,
  claim: Claim,
};

const TAGS: Record<string, Icon> = { creature: Creature, demon: Demon, dragon: Dragon };

export function markOfPower(kind: string): Mark | undefined {
  return markOf(POWERS[kind], words.powers[kind]);
}

export function markOfTag(tag: string): Mark | undefined {
  return markOf(TAGS[tag], words.tags[tag]);
}

function markOf(icon: Icon | undefined, name = ''): Mark | undefined {
  return icon && { icon, name };
}
