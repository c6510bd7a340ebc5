import type { GameBox } from '../boxes.svelte';
import { ART } from '../cards/art';
import CardFace from '../cards/CardFace.svelte';
import { bringPictures } from '../cards/pictures.svelte';
import { words } from '../words';

bringPictures(ART);

const box: GameBox = {
  Face: CardFace,
  get kinds() {
    return words.kinds;
  },
};

export default box;
