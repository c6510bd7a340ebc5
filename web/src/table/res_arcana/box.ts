import type { GameBox } from '../boxes.svelte';
import CardFace from '../cards/CardFace.svelte';
import { words } from '../words';

const box: GameBox = {
  Face: CardFace,
  get kinds() {
    return words.kinds;
  },
};

export default box;
