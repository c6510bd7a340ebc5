import type { Component as Part } from 'svelte';

import type { Component } from '../../src/api/types';
import type { Source } from '../../src/table/desk/source';

/** What the gallery of a game shows. */
export interface GameGallery {
  Gallery: Part<{ catalogue: Component[]; show: string }>;
  /** Stands in for the catalogue of a server. */
  catalogue: Component[];
  source: Source;
}
