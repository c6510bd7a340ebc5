/** The essences. */

import { Glyphs } from '../../table/glyphs/glyphs';
import { words } from './words';

export const ESSENCES = new Glyphs({
  elan: {
    name: 'Elan',
    label: () => words.essences.elan,
    colour: '#d9503f',
    outline:
      'M12.4 1c.5 4.3 6.9 7 6.9 13.3a7.3 7.3 0 0 1-14.6 0c0-3.1 1.5-5 3-6.4.2 1.6.9 2.6 1.9 3C9.4 7.6 10.2 3.6 12.4 1z',
    marks: [
      ['M12.2 12.3c.2 1.9 2.7 2.7 2.7 5.2a2.9 2.9 0 0 1-5.8 0c0-2.2 2.3-2.9 3.1-5.2z', '#ffd9a8'],
    ],
  },
  life: {
    name: 'Life',
    label: () => words.essences.life,
    colour: '#58a854',
    outline:
      'M21.5 2.3C10 1.8 3.6 6.3 3.6 13.6c0 1.7.4 3.2 1.1 4.5L2.5 21l1.7 1.3 2.2-2.7c1.2.7 2.6 1.1 4.1 1.1 7.6 0 11.3-7 11-18.4z',
    marks: [['M16.8 7.2c-4.6 2.1-7.7 5.3-9.6 9.5l1 .5c1.9-3.8 4.8-6.7 9-9.1z', '#e2f7d2']],
  },
  calm: {
    name: 'Calm',
    label: () => words.essences.calm,
    colour: '#4596d6',
    outline: 'M12 1s7.8 8.5 7.8 14.1a7.8 7.8 0 0 1-15.6 0C4.2 9.5 12 1 12 1z',
    marks: [['M7 14.9c.3 3 2.2 4.8 5 5v-1.7c-1.9-.2-3.1-1.3-3.3-3.3z', '#e3f3ff']],
  },
  death: {
    name: 'Death',
    label: () => words.essences.death,
    colour: '#7d66a9',
    outline:
      'M12 1.5c-5.4 0-9.2 3.7-9.2 8.7 0 3 1.4 5.3 3.7 6.7v3.6c0 1 .8 1.8 1.8 1.8h7.4c1 0 1.8-.8 1.8-1.8v-3.6c2.3-1.4 3.7-3.7 3.7-6.7 0-5-3.8-8.7-9.2-8.7z',
    marks: [
      [
        'M8.3 9a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zm7.4 0a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM12 13.7l-1.3 2.6h2.6zM9.3 18.5v3.8h1.2v-3.8zm4.2 0v3.8h1.2v-3.8z',
        '#1c1526',
      ],
    ],
  },
  gold: {
    name: 'Gold',
    label: () => words.essences.gold,
    colour: '#dcae3d',
    outline: 'M7 2.5h10l5 9.5-5 9.5H7L2 12z',
    marks: [
      [
        'M8.5 5.5h7L18.7 12l-3.2 6.5h-7L5.3 12zm.9 1.6L6.9 12l2.5 4.9h5.2l2.5-4.9-2.5-4.9z',
        '#5a3d05',
      ],
    ],
  },
  any: {
    name: 'any',
    anyName: () => words.anyKind,
    colour: '#fbf6ea',
    outline: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
    marks: [
      ['M12 12V2a10 10 0 0 1 9.5 6.9z', '#d9503f'],
      ['M12 12l9.5-3.1a10 10 0 0 1-3.6 11.2z', '#dcae3d'],
      ['M12 12l5.9 8.1a10 10 0 0 1-11.8 0z', '#58a854'],
      ['M12 12l-5.9 8.1a10 10 0 0 1-3.6-11.2z', '#4596d6'],
      ['M12 12L2.5 8.9A10 10 0 0 1 12 2z', '#7d66a9'],
      ['M12 8.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z', '#fbf6ea'],
    ],
  },
});

/** The kinds that a pool holds. */
export const ESSENCE_KINDS = ['elan', 'life', 'calm', 'death', 'gold'];
