/** The gems of Ascended Kings, each with a shape of its own like the essences. */

import type { Glyph } from './essences';

export const GEMS: Record<string, Glyph> = {
  aria: {
    name: 'Aria',
    colour: 'var(--aria)',
    on: '#8a7f68',
    body: 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z',
    mark: 'M5.5 16.8C6 10.5 10.2 6.6 18.3 6c-.4 2-1.3 3.2-2.7 4 .9.1 1.5 0 2.2-.3-.8 1.9-2 3-3.8 3.5.7.2 1.3.2 1.9.1-1.9 2.2-4.7 2.6-7.3 1.6l-1.7 2.6z',
  },
  egis: {
    name: 'Egis',
    colour: 'var(--egis)',
    on: '#d8f5e3',
    body: 'M12 1l9 3.2v7.3c0 5.6-3.7 9.4-9 11.5-5.3-2.1-9-5.9-9-11.5V4.2z',
    mark: 'M12 5.2l5 1.8v4.6c0 3.3-2 5.6-5 7z',
  },
  pyre: {
    name: 'Pyre',
    colour: 'var(--pyre)',
    on: '#ffe0a6',
    body: 'M13.2.8c.2 4.2 7 7.4 7 13.6a8.2 8.2 0 0 1-16.4 0c0-2.7 1.1-4.7 2.6-6.3.1 1.9.8 3 1.9 3.6C7.9 7.7 9.7 3.3 13.2.8z',
    mark: 'M12.3 12c.1 2 3 2.9 3 5.5a3.3 3.3 0 0 1-6.6 0c0-2.4 2.7-3.1 3.6-5.5z',
  },
  dire: {
    name: 'Dire',
    colour: 'var(--dire)',
    on: '#e4d9ff',
    rim: '#b9a3e3',
    body: 'M7.6 1.5h8.8l6.1 6.1v8.8l-6.1 6.1H7.6l-6.1-6.1V7.6z',
    mark: 'M12 5.2c-3.8 0-6.3 2.4-6.3 5.6 0 2 1 3.6 2.7 4.5v2.9h7.2v-2.9c1.7-.9 2.7-2.5 2.7-4.5 0-3.2-2.5-5.6-6.3-5.6zM9.4 9.4a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zm5.2 0a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  },
  ylem: {
    name: 'Ylem',
    colour: 'var(--ylem)',
    on: '#dbe7ff',
    body: 'M12 .8l7.8 8.2L12 23.2 4.2 9z',
    mark: 'M12 3.6l4.3 5.2H7.7zm0 16.2L8.1 10.3h7.8z',
  },
};
