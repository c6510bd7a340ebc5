import type { GameBox } from '../../table/manifest';
import CardFace from './cards/CardFace.svelte';
import { ESSENCES } from './essences';
import { words } from './words';

const box: GameBox = {
  reference: () => import('./reference'),
  guide: () => import('./guide'),
  Face: CardFace,
  glyphs: ESSENCES,
  get kinds() {
    return words.kinds;
  },
};

export default box;
