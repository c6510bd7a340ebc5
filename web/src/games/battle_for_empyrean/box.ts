import type { GameBox } from '../../table/manifest';
import EmpyreanCardFace from './cards/EmpyreanCardFace.svelte';
import { words } from './words';

const box: GameBox = {
  reference: () => import('./reference'),
  guide: () => import('./guide'),
  Face: EmpyreanCardFace,
  wide: ['battlefield', 'deck', 'keyword', 'template', 'token'],
  get kinds() {
    return words.kinds;
  },
};

export default box;
