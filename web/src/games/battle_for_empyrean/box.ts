import type { GameBox } from '../../table/manifest';
import Face from './cards/Face.svelte';
import { words } from './words';

const box: GameBox = {
  reference: () => import('./reference'),
  guide: () => import('./guide'),
  Face,
  wide: ['battlefield', 'deck', 'keyword', 'template', 'token'],
  get kinds() {
    return words.kinds;
  },
};

export default box;
