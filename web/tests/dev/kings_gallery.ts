import type { Component } from '../../src/api/types';
import { COMPOSED } from '../../src/games/ascended_kings/art/recipes';
import { KINGS } from '../../src/games/ascended_kings/art/stones';
import tables from '../../src/games/ascended_kings/guide/tables';
import { stillInfo, StillMatch } from '../still.svelte';
import type { GameGallery } from './game_gallery';
import KingsGallery from './KingsGallery.svelte';

const FOCI: Record<string, string> = {
  apsu: 'ylem',
  kynazarr: 'pyre',
  vara: 'aria',
  eloden: 'egis',
  zhoth: 'dire',
};
const TEXT = 'An opponent on a surrounding tile takes 2 Dire Wounds, which Egis cannot block.';

const titled = (id: string) => id.replaceAll('_', ' ');

const catalogue: Component[] = [
  ...KINGS.map((id) => ({
    id,
    name: titled(id),
    kind: 'king',
    text: 'Aria, nimble: walks without Aria, shoves others. Medium.',
    facts: { focus: FOCI[id] ?? '', realm: 'Vara', revenant: 'Engur' },
  })),
  ...COMPOSED.map((ability, index) => ({
    id: `asc_${ability}_${1 + (index % 3)}`,
    name: titled(ability),
    kind: 'focus_card',
    text: TEXT,
    facts: {
      focus: Object.values(FOCI)[index % KINGS.length] ?? '',
      level: 1 + (index % 3),
      price: 1 + (index % 3),
      instant: { gain: { aria: 1 } },
    },
  })),
];

const gallery: GameGallery = {
  Gallery: KingsGallery,
  catalogue,
  source: new StillMatch(stillInfo('ascended_kings', 'Ascended Kings'), {
    viewer: { seat: 0 } as StillMatch['viewer'] & object,
    view: tables.play,
    decisions: [],
    waiting: [],
    log: [],
  }),
};

export default gallery;
