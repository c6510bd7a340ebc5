import type { Component } from 'svelte';

import Begin from '~icons/lucide/sunrise';
import Command from '~icons/lucide/move';
import Deploy from '~icons/lucide/arrow-down-to-line';
import Draft from '~icons/lucide/layers';
import End from '~icons/lucide/sunset';
import EndOfGame from '~icons/lucide/trophy';
import Reveal from '~icons/lucide/eye';

/** The icon of each phase of a Round, for cards that act in it. */
export const PHASE_ICONS: Record<string, Component> = {
  begin: Begin,
  draft: Draft,
  command: Command,
  deploy: Deploy,
  reveal: Reveal,
  end: End,
  end_of_game: EndOfGame,
};
