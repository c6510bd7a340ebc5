/** The four cards that greet on the first page: it loads their pictures and no others. */

import GreekTemple from '~icons/game-icons/greek-temple';
import Lasso from '~icons/game-icons/lasso';
import Mermaid from '~icons/game-icons/mermaid';
import ScrollQuill from '~icons/game-icons/scroll-quill';

import type { Art } from './pictures.svelte';

export const FAN_OF = 'res_arcana';

export const FAN: Record<string, Art> = {
  dragon_bridle: { icon: Lasso, tint: 'gold' },
  mermaid: { icon: Mermaid, tint: 'calm' },
  scholar: { icon: ScrollQuill, tint: 'calm' },
  temple: { icon: GreekTemple, tint: 'life' },
};
