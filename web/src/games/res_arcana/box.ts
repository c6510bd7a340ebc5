import type { GameBox } from '../../table/manifest';
import ArcanaCardFace from './cards/ArcanaCardFace.svelte';
import { ESSENCES } from './essences';
import { words } from './words';

const box: GameBox = {
  reference: () => import('./reference'),
  guide: () => import('./guide'),
  Face: ArcanaCardFace,
  wide: ['place_of_power'],
  glyphs: ESSENCES,
  get kinds() {
    return words.kinds;
  },
};

export default box;
