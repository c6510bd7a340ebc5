import type { GameBox } from '../../table/manifest';
import KingsCardFace from './cards/KingsCardFace.svelte';
import { GEMS } from './gems';
import { words } from './words';

const box: GameBox = {
  reference: () => import('./reference'),
  guide: () => import('./guide'),
  Face: KingsCardFace,
  glyphs: GEMS,
  wide: ['king', 'gem', 'transmutation', 'die', 'event', 'stone'],
  get kinds() {
    return words.kinds;
  },
};

export default box;
