import { CATALOGUE } from '../games/res_arcana/catalogue';
import { StillArcana } from '../games/res_arcana/fixture';
import ArcanaGallery from './ArcanaGallery.svelte';
import type { GameGallery } from './game_gallery';

const gallery: GameGallery = {
  Gallery: ArcanaGallery,
  catalogue: CATALOGUE,
  source: new StillArcana(),
};

export default gallery;
