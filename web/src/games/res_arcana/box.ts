import type { GameBox } from '../../table/manifest';
import { ART } from '../../table/cards/art';
import CardFace from '../../table/cards/CardFace.svelte';
import { bringPictures } from '../../table/cards/pictures.svelte';
import { words } from '../../table/words';

bringPictures(ART);

const box: GameBox = {
  Face: CardFace,
  get kinds() {
    return words.kinds;
  },
};

export default box;
