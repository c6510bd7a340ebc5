/** Gems as cut stones, each picture made once. */

import { GEMS } from '../gems';

interface Cut {
  /** Light and shade of the stone. */
  light: string;
  shade: string;
  outline: string;
  /** Its table, and facets in light and in shade. */
  table: string;
  bright: string;
  dull: string;
}

const CUTS: Record<string, Cut> = {
  aria: {
    light: '#ffffff',
    shade: '#8f8468',
    outline:
      'M12 1L17.4 2.6L21.4 6.6L23 12L21.4 17.4L17.4 21.4L12 23L6.6 21.4L2.6 17.4L1 12L2.6 6.6L6.6 2.6z',
    table: 'M12 6L16.2 7.8L18 12L16.2 16.2L12 18L7.8 16.2L6 12L7.8 7.8z',
    bright: 'M12 1L17.4 2.6L12 6L6.6 2.6zM6.6 2.6L7.8 7.8L2.6 6.6zM1 12L2.6 6.6L6 12z',
    dull: 'M12 23L6.6 21.4L12 18L17.4 21.4zM17.4 21.4L16.2 16.2L21.4 17.4zM23 12L21.4 17.4L18 12z',
  },
  egis: {
    light: '#a6f0c6',
    shade: '#0b4a2c',
    outline: 'M7 1.5H17L22.5 7V17L17 22.5H7L1.5 17V7z',
    table: 'M8.6 6H15.4L18 8.6V15.4L15.4 18H8.6L6 15.4V8.6z',
    bright: 'M7 1.5H17L15.4 6H8.6zM1.5 7L7 1.5L8.6 6L6 8.6z',
    dull: 'M7 22.5H17L15.4 18H8.6zM22.5 17L17 22.5L15.4 18L18 15.4z',
  },
  pyre: {
    light: '#ffc08a',
    shade: '#7a1708',
    outline: 'M12 .6C14.5 5 21.5 8.5 21.5 14.8A9.5 8.8 0 0 1 2.5 14.8C2.5 8.5 9.5 5 12 .6z',
    table: 'M12 7.5L16.5 13L14.8 18H9.2L7.5 13z',
    bright: 'M12 .6L12 7.5L7.5 13L2.5 14.8C2.5 8.5 9.5 5 12 .6z',
    dull: 'M14.8 18L16.5 13L21.5 14.8A9.5 8.8 0 0 1 12 23.6L9.2 18z',
  },
  dire: {
    light: '#8f7fc0',
    shade: '#0c0914',
    outline:
      'M12 .8L16 5.5L22.5 6.5L20 12.5L22 18.5L16 19.5L12 23.4L8 19.5L2 18.5L4 12.5L1.5 6.5L8 5.5z',
    table: 'M12 5.5L17.5 9V15L12 19L6.5 15V9z',
    bright: 'M12 .8L12 5.5L6.5 9L1.5 6.5L8 5.5z',
    dull: 'M12 23.4L12 19L17.5 15L22 18.5L16 19.5z',
  },
  ylem: {
    light: '#c9dcff',
    shade: '#14296e',
    outline: 'M12 .6L20.5 8.6L12 23.6L3.5 8.6z',
    table: 'M8 8.6H16L12 17z',
    bright: 'M12 .6L8 8.6H3.5zM12 .6L16 8.6H8z',
    dull: 'M12 23.6L16 8.6H20.5zM12 23.6L12 17L16 8.6z',
  },
};

const SKULL =
  'M12 7.6c-2.8 0-4.6 1.7-4.6 4 0 1.5.8 2.6 2 3.2v2h5.2v-2c1.2-.6 2-1.7 2-3.2 0-2.3-1.8-4-4.6-4zM10.2 10.6a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 0 1 0-2.6zm3.6 0a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 0 1 0-2.6z';

const pictures = new Map<string, string>();

/** The address of a gem's picture; `letter` is printed on it. */
export function gemPicture(kind: string, letter = ''): string {
  const key = `${kind} ${letter}`;
  let picture = pictures.get(key);
  if (!picture) {
    picture = `data:image/svg+xml,${encodeURIComponent(drawn(kind, letter))}`;
    pictures.set(key, picture);
  }
  return picture;
}

function drawn(kind: string, letter: string): string {
  const cut = CUTS[kind];
  const colour = GEMS.of(kind)?.colour ?? '#888888';
  if (!cut) return '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { light, shade, outline, table, bright, dull } = cut;
  const printed = letter
    ? `<text x="12" y="17" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="800" fill="#fff" stroke="#10131a" stroke-width="4" paint-order="stroke">${letter}</text>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 28 29">` +
    `<linearGradient id="g" x1=".2" x2=".8" y2="1"><stop stop-color="${light}"/><stop offset=".42" stop-color="${colour}"/><stop offset="1" stop-color="${shade}"/></linearGradient>` +
    `<path d="${outline}" transform="translate(.6 2)" opacity=".55" stroke="#000" stroke-width="2.4" stroke-linejoin="round"/>` +
    `<path d="${outline}" fill="url(#g)" stroke="${shade}" stroke-width="2" stroke-linejoin="round" paint-order="stroke"/>` +
    `<path d="${dull}" fill="${shade}" opacity=".45"/><path d="${bright}" fill="${light}" opacity=".5"/>` +
    `<path d="${table}" fill="${kind === 'dire' ? '#1a1526' : light}" opacity="${kind === 'dire' ? 0.8 : 0.34}"/>` +
    (kind === 'dire' ? `<path d="${SKULL}" fill="#e4d9ff" fill-rule="evenodd"/>` : '') +
    `<path d="${outline}" fill="none" stroke="${light}" stroke-width=".7" opacity=".8"/>` +
    `<path d="M7.5 5.5l2.4-1.2" stroke="#fff" stroke-width="1.4" stroke-linecap="round" opacity=".9"/>${printed}</svg>`
  );
}
