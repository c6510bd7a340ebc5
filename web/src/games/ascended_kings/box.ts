import type { GameBox } from '../../table/manifest';
import Face from './Face.svelte';
import { words } from './words';

const box: GameBox = {
  Face,
  wide: ['king', 'gem', 'transmutation', 'die', 'event', 'stone'],
  get kinds() {
    return words.kinds;
  },
};

export default box;
