/** Tokens: essences as things of glass and brass, each picture made once. */

import { ESSENCES } from '../essences';

/** Light and shade of each kind. */
const SHADES: Record<string, [light: string, shade: string]> = {
  elan: ['#ffb08a', '#7a1c14'],
  life: ['#c9f0a8', '#1d4f24'],
  calm: ['#c4e9ff', '#143e70'],
  death: ['#cbb6ee', '#2c1d4a'],
  gold: ['#fff0b0', '#7a4d08'],
  any: ['#ffffff', '#6b5424'],
};

/** A picture of a token, or of the socket that waits for one; `letter` is printed on it. */
export function tokenPicture(kind: string, isSocket = false, letter = ''): string {
  const key = `${kind} ${isSocket} ${letter}`;
  let picture = pictures.get(key);
  if (!picture) {
    picture = `data:image/svg+xml,${encodeURIComponent(drawn(kind, isSocket, letter))}`;
    pictures.set(key, picture);
  }
  return picture;
}

const pictures = new Map<string, string>();

function drawn(kind: string, isSocket: boolean, letter: string): string {
  const essence = ESSENCES.of(kind);
  const [light, shade] = SHADES[kind] ?? ['#ffffff', '#333333'];
  const outline = essence?.outline ?? '';
  const colour = essence?.colour ?? '#888888';
  const body = isSocket
    ? `<path d="${outline}" fill="#000" fill-opacity=".35" stroke="${light}" stroke-width="1.5" stroke-opacity=".8"/><path d="${outline}" fill="${colour}" opacity=".38"/>`
    : `<linearGradient id="g" x1=".2" x2=".75" y2="1"><stop stop-color="${light}"/><stop offset=".38" stop-color="${colour}"/><stop offset="1" stop-color="${shade}"/></linearGradient>` +
      `<path d="${outline}" transform="translate(1.2 3.4)" opacity=".5" stroke="#000" stroke-width="2.6" stroke-linejoin="round"/>` +
      `<path d="${outline}" transform="translate(0 2)" fill="${shade}" stroke="${shade}" stroke-width="2.6" stroke-linejoin="round"/>` +
      `<path d="${outline}" fill="${kind === 'any' ? colour : 'url(#g)'}" stroke="${shade}" stroke-width="2.2" stroke-linejoin="round" paint-order="stroke"/>` +
      `<path d="${outline}" fill="none" stroke="${light}" stroke-width=".9" opacity=".75"/>` +
      (essence?.marks ?? []).map(([d, fill]) => `<path d="${d}" fill="${fill}"/>`).join('');
  const printed = letter
    ? `<text x="12" y="17" text-anchor="middle" font-family="sans-serif" font-size="15" font-weight="800" fill="#fff" stroke="#10131a" stroke-width="4" paint-order="stroke">${letter}</text>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -1 30 30">${body}${printed}</svg>`;
}
