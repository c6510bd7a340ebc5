/** The four cards that greet on the first page, which loads nothing else of their game. */

import GreekTemple from '~icons/game-icons/greek-temple';
import Lasso from '~icons/game-icons/lasso';
import Mermaid from '~icons/game-icons/mermaid';
import ScrollQuill from '~icons/game-icons/scroll-quill';

import type { Component } from '../../lib/protocol';
import fan from './fan.json';
import type { Art } from './pictures.svelte';

export const FAN_OF = 'res_arcana';

/** As the game's catalogue has them; a test of the server compares. */
export const FAN = fan as unknown as Component[];

export const FAN_ART: Record<string, Art> = {
  dragon_bridle: { icon: Lasso, tint: 'gold' },
  mermaid: { icon: Mermaid, tint: 'calm' },
  scholar: { icon: ScrollQuill, tint: 'calm' },
  temple: { icon: GreekTemple, tint: 'life' },
};
