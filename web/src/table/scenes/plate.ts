/** Plates: engraved pictures of cards, composed from a recipe and the outline of a subject.
 *
 * A plate is drawn in greys and crossed with lines: rings around the light, strokes on the ground and
 * across the subject. A filter shakes it a little and replaces greys by three inks; what lies between
 * two inks becomes hatching, as in a chiaroscuro woodcut. Ground and subject have inks of their own. */

import { diceOf } from './dice';
import { Parts } from './parts';
import { groundOf, STAGINGS, type Setting, type Staging } from './settings';
import { grey, rounded } from './shapes';
import { airOf, type Weather } from './weather';

/** Dark, tint and light of the ground, the same of the subject, and the glow over both. */
export type Inks = readonly [string, string, string, string, string, string, string];

/** A setting of a game's own. */
export interface Backdrop {
  staging: Staging;
  ground: (parts: Parts) => string;
  /** Whether the light reaches no further than what is near it. */
  night?: boolean;
  /** How strong its hatching is, 1 as on a card. */
  hatching?: number;
}

export interface Recipe {
  inks: Inks;
  setting: Setting | Backdrop;
  weather?: Weather | undefined;
  /** Who stands between ground and subject. */
  figure?: ((parts: Parts) => string) | undefined;
  /** A subject that is dark before the light. */
  dark?: boolean;
  /** A landscape, cut at the top and with a larger subject. */
  wide?: boolean;
}

export interface PlateSize {
  /** Width by height. */
  ratio: number;
  /** CSS pixels: the hatching has one pitch on the page, whatever the size of the plate. */
  heightPx: number;
}

/** Lower plates are cut more coarsely. */
const SMALL_PX = 110;
const DARK_SETTINGS = /cave|altar|fire|mine|lair|forge|pit|tomb/;
const DARK_WEATHERS = /stars|moon|candles/;
const UNITS_OF_OUTLINE = 512;
const REPEATED = ' spreadMethod="reflect"';

type Stop = [tone: number | string, offset: number, opacity?: number];

const channel = (ink: string, index: number) =>
  parseInt(ink.slice(1 + 2 * index, 3 + 2 * index), 16);

const stops = (list: Stop[]) =>
  list
    .map(([tone, offset, opacity = 1]) => {
      const colour = typeof tone === 'string' ? tone : grey(tone);
      const seen = opacity === 1 ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${seen}/>`;
    })
    .join('');

/** Lines of light and dark at an angle. */
function ruled(id: string, pitch: number, degrees: number): string {
  const at = (share: (radians: number) => number) =>
    ((share((degrees * Math.PI) / 180) * pitch) / 2).toFixed(2);
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x2="${at(Math.cos)}" y2="${at(Math.sin)}"${REPEATED}>${stops(
    [
      [0, 0],
      [1, 1],
    ],
  )}</linearGradient>`;
}

/** Wobble of the hand, then a table for each channel: three inks with short ramps between. */
function cut(id: string, inks: readonly string[], seed: number, wobble: number): string {
  const tables = ['R', 'G', 'B'].map((name, index) => {
    const values = inks.map((ink) => `${+(channel(ink, index) / 255).toFixed(3)} `);
    const table = [4, 3, 4].map((count, step) => values[step]?.repeat(count)).join('');
    return `<feFunc${name} type="table" tableValues="${table}"/>`;
  });
  return `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence baseFrequency=".03" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="${wobble}" xChannelSelector="R" yChannelSelector="G"/><feComponentTransfer>${tables.join('')}</feComponentTransfer></filter>`;
}

/** The plate of a component as a document of its own, the same for the same name. */
export function plate(name: string, outline: string, recipe: Recipe, size: PlateSize): string {
  const { inks, setting, weather, figure, dark = false, wide = false } = recipe;
  const isOwn = typeof setting === 'object';
  const staging: Staging = isOwn ? setting.staging : STAGINGS[setting];
  const [lightX, lightY, share, centreX, centreY, horizon = 110] = staging;
  const subjectSize = share * (wide ? 1.12 : 1);
  const dice = diceOf(name);
  const width = rounded(100 * size.ratio);
  const mirrored = lightX !== 0.5 && dice() < 0.4;
  const across = (place: number) => (mirrored ? 1 - place : place) * width;
  const parts = new Parts(width, dice, across(lightX), lightY);
  const x = across(centreX);
  const away = Math.hypot(lightY - centreY, parts.lightX - x);
  const [towardsX, towardsY] =
    away < 12 ? [-0.5, -0.87] : [(parts.lightX - x) / away, (lightY - centreY) / away];
  const small = size.heightPx < SMALL_PX;
  const pitch = ((small ? 2.3 : 2.7) * 100) / size.heightPx;
  const night =
    (isOwn ? setting.night : DARK_SETTINGS.test(setting)) || DARK_WEATHERS.test(weather ?? '');
  const seed = Math.round(dice(1, 99));
  const wobble = small ? 0.7 : 1.4;
  const scale = subjectSize / UNITS_OF_OUTLINE;
  const placed = `translate(${rounded(x - subjectSize / 2)} ${rounded(centreY - subjectSize / 2)}) scale(${scale.toFixed(4)})`;
  const subject = (attributes: string, moved = '') =>
    `<g transform="${moved}${placed}"><use href="#s" ${attributes}/></g>`;
  const over = (fill: string, opacity = 1, y = -9, height = 138) =>
    `<path d="M-9 ${rounded(y)}h${rounded(width + 18)}v${rounded(height)}H-9z" fill="url(#${fill})"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
  const spread = (id: string, radius: number, list: Stop[], repeated = '') =>
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${rounded(parts.lightX)}" cy="${lightY}" r="${rounded(radius)}"${repeated}>${stops(list)}</radialGradient>`;
  const lit = (distance: number) =>
    `<feOffset in="b" dx="${rounded(towardsX * distance)}" dy="${rounded(towardsY * distance)}"`;
  const hatching = (small ? 0.28 : 0.34) * ((isOwn ? setting.hatching : undefined) ?? 1);
  const ground =
    (isOwn ? setting.ground(parts) : groundOf(setting, parts)) + (figure?.(parts) ?? '');
  const air = weather ? airOf(weather, parts) : '';
  const near = weather === 'candles';
  const sky: Stop[] = night
    ? [
        [1, 0],
        [0.7, 0.2],
        [0.28, 0.55],
        [0.03, 1],
      ]
    : [
        [1, 0],
        [0.9, 0.2],
        [0.55, 0.55],
        [0.2, 1],
      ];
  const gradients =
    spread('k', width * 0.5 + 40, sky) +
    `<radialGradient id="l">${stops([
      [1, 0],
      [1, 0.35, 0.75],
      [1, 1, 0],
    ])}</radialGradient>` +
    spread(
      'h',
      pitch / 2,
      [
        [1, 0],
        [0, 1],
      ],
      REPEATED,
    ) +
    ruled('d', pitch, towardsX > 0 ? 128 : 52) +
    ruled('g', pitch, 90 + dice(-5, 5)) +
    spread('v', width * 0.62 + 30, [
      [0, 0.45, 0],
      [0, 1, 0.8],
    ]) +
    spread('w', 70, [
      [inks[6], 0, 0.6],
      [inks[6], 1, 0],
    ]) +
    `<linearGradient id="f" x2="0" y2="1">${stops([
      [0, 0.45, 0],
      [0, 1, 0.55],
    ])}</linearGradient>`;
  const rim = `<filter id="r" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="2.6" result="b"/>${lit(-2.4)} result="u"/>${lit(2.4)}/><feComposite in2="u" operator="arithmetic" k2="-1" k3="1" k4="${dark ? 0.16 : 0.64}"/><feColorMatrix values="0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0 1"/><feComposite in2="SourceAlpha" operator="in"/></filter>`;
  const shadow = `<ellipse cx="${rounded(x - towardsX * 6)}" cy="${rounded(centreY + subjectSize * 0.47)}" rx="${rounded(subjectSize * 0.4)}" ry="4.5" opacity=".6"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${wide ? 7 : 0} ${width} 100" preserveAspectRatio="xMidYMid slice"><defs>`,
    gradients,
    cut('e', inks.slice(0, 3), seed, wobble),
    cut('t', inks.slice(3, 6), seed, wobble),
    rim,
    `<path id="s" d="${outline}"/><clipPath id="c"><use href="#s" transform="${placed}"/></clipPath></defs><g filter="url(#e)">`,
    over('k'),
    ground,
    near ? '' : air,
    over('v'),
    over('h', hatching, -9, horizon + 9),
    horizon < 100 ? over('g', hatching, horizon) : '',
    near ? air : '',
    shadow,
    '</g><g filter="url(#t)">',
    subject(`stroke="#000" stroke-width="${rounded(4 / scale)}" stroke-linejoin="round"`),
    subject('fill="#fff"', `translate(${rounded(towardsX * 1.3)} ${rounded(towardsY * 1.3)})`),
    `<g filter="url(#r)">${subject('fill="#fff"')}</g><g clip-path="url(#c)">`,
    over('f', 1, centreY - subjectSize / 2, subjectSize),
    over('d', 0.27),
    '</g></g>',
    over('w').replace('/>', ' style="mix-blend-mode:soft-light"/>'),
    '</svg>',
  ].join('');
}
