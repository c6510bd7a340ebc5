/** Shapes: SVG in greys, before inks are laid on. A tone goes from 0, black, to 1, white. */

export const rounded = (number: number) => +number.toFixed(1);

export function grey(tone: number): string {
  const value = Math.round(255 * Math.max(0, Math.min(1, tone)));
  return '#' + value.toString(16).padStart(2, '0').repeat(3);
}

/** Path data without needless digits. */
const shortened = (d: string) =>
  d.replace(/\d*\.\d+/g, (number) => `${rounded(+number)}`).replace(/ -/g, '-');

export const path = (d: string, tone: number, attributes = '') =>
  `<path d="${shortened(d)}" fill="${grey(tone)}"${attributes}/>`;

export const line = (d: string, tone: number, width: number, attributes = '') =>
  `<path d="${shortened(d)}" fill="none" stroke="${grey(tone)}" stroke-width="${rounded(width)}"${attributes}/>`;

export const disc = (x: number, y: number, radius: number, tone: number, attributes = '') =>
  `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(radius)}" fill="${grey(tone)}"${attributes}/>`;

export const box = (x: number, y: number, width: number, height: number, tone: number) =>
  path(`M${x} ${y}h${width}v${height}h${-width}z`, tone);

export const ROUND = ' stroke-linecap="round"';

export const times = (count: number, shape: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => shape(index)).join('');
