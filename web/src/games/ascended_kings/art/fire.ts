/** Fire as drawn: tongues over burning tiles, in three shapes that fade into each other, and what it
 * leaves behind. A tile is 100 by 100; a strip is a row or a column of ten. */

import { diceOf, type Dice } from '../../../table/scenes/dice';

const SIDE = 10;
const TILE = 100;
/** How far the tongues reach over the strip, and how far a column spreads to its sides. */
export const REACH = 90;
export const SPREAD = 20;
export const SHAPES = 3;

const { round: rounded } = Math;

/** A tongue on its foot, leaning, with a smaller one beside it. */
function tongue(x: number, foot: number, width: number, height: number, lean: number): string {
  const [left, right, half] = [x - width / 2, x + width / 2, width / 2].map(rounded) as [
    number,
    number,
    number,
  ];
  const tip = rounded(x + lean);
  const top = rounded(foot - height);
  return (
    `M${left} ${rounded(foot)}C${left - rounded(half * 0.3)} ${rounded(foot - height * 0.34)} ${rounded(tip - half * 0.5)} ${rounded(foot - height * 0.5)} ${tip} ${top}` +
    `C${rounded(tip + half * 0.15)} ${rounded(foot - height * 0.6)} ${right + rounded(half * 0.5)} ${rounded(foot - height * 0.42)} ${right} ${rounded(foot)}` +
    `Q${rounded(x)} ${rounded(foot + width * 0.22)} ${left} ${rounded(foot)}z`
  );
}

interface Layer {
  fill: string;
  width: number;
  height: number;
  count: number;
}

const LAYERS: readonly Layer[] = [
  { fill: '#a81f06', width: 64, height: 128, count: 2 },
  { fill: '#f0600f', width: 46, height: 96, count: 2 },
  { fill: '#ffb12e', width: 32, height: 66, count: 2 },
  { fill: '#fff0b4', width: 18, height: 34, count: 2 },
];

function tonguesAt(dice: Dice, x: number, foot: number, { width, height, count }: Layer): string {
  return Array.from({ length: count }, (_, index) => {
    const across = x + ((index + 0.5) / count - 0.5) * TILE * 0.92 + dice(-10, 10);
    const size = dice(0.62, 1.08);
    return tongue(
      across,
      foot + dice(-8, 4),
      width * dice(0.8, 1.15),
      height * size,
      dice(-16, 16),
    );
  }).join('');
}

const picture = (width: number, height: number, body: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${body}</svg>`,
  )}`;

/** One of the shapes of a burning row. */
function burningRow(dice: Dice): string {
  return LAYERS.map((layer) => {
    const d = Array.from({ length: SIDE }, (_, step) =>
      tonguesAt(dice, (step + 0.5) * TILE, REACH + TILE * 0.88, layer),
    ).join('');
    return `<path d="${d}" fill="${layer.fill}"/>`;
  }).join('');
}

/** Tongues of a column stand before each other, so it has twice as many rows of them. What is
 * brighter lies over all that is darker: the column is one sheet of fire. */
function burningColumn(dice: Dice): string {
  return LAYERS.map((layer) => {
    const d = Array.from({ length: 2 * SIDE }, (_, step) => {
      const middle = SPREAD + TILE / 2 + (step % 2 ? 12 : -12);
      return tonguesAt(dice, middle, REACH + (step + 1) * (TILE / 2) - 4, layer);
    }).join('');
    return `<path d="${d}" fill="${layer.fill}"/>`;
  }).join('');
}

const pictures = new Map<string, string>();

function once(name: string, draw: (dice: Dice) => string): string {
  const made = pictures.get(name) ?? draw(diceOf(name));
  pictures.set(name, made);
  return made;
}

/** One of the shapes of a burning strip. */
export function burningStrip(isColumn: boolean, shape: number): string {
  return once(`fire ${isColumn ? 'down' : 'across'} ${shape}`, (dice) =>
    isColumn
      ? picture(TILE + 2 * SPREAD, SIDE * TILE + REACH, burningColumn(dice))
      : picture(SIDE * TILE, TILE + REACH, burningRow(dice)),
  );
}

/** The same for a single tile: what burns before a piece that stands in it. */
export const burningTile = (): string => once('a tile in fire', drawTile);

function drawTile(dice: Dice): string {
  const low = LAYERS.slice(1).map((layer) => ({ ...layer, height: layer.height * 0.62 }));
  return picture(
    TILE,
    TILE,
    low
      .map(
        (layer) =>
          `<path d="${tonguesAt(dice, TILE / 2, TILE * 0.97, layer)}" fill="${layer.fill}"/>`,
      )
      .join(''),
  );
}

/** Lost ground: cracks that glow, and embers in the ash, over a third of the floor. */
export const ashes = (): string => once('ash', drawAshes);

function drawAshes(dice: Dice): string {
  const size = 3.4 * TILE;
  let cracks = '';
  let embers = '';
  for (let crack = 0; crack < 11; crack += 1) {
    cracks += `M${rounded(dice(0, size))} ${rounded(dice(0, size))}`;
    for (let bend = 0; bend < 4; bend += 1)
      cracks += `l${rounded(dice(-24, 24))} ${rounded(dice(4, 18))}`;
  }
  for (let ember = 0; ember < 46; ember += 1) {
    const radius = dice(0.8, 2.8).toFixed(1);
    embers += `<circle cx="${rounded(dice(4, size - 4))}" cy="${rounded(dice(4, size - 4))}" r="${radius}"/>`;
  }
  return picture(
    size,
    size,
    `<path d="${cracks}" fill="none" stroke="#ff5a14" stroke-opacity=".26" stroke-width="6"/>` +
      `<path d="${cracks}" fill="none" stroke="#ff9a3c" stroke-opacity=".6" stroke-width="1.5"/>` +
      `<g fill="#ff8a2c" fill-opacity=".75">${embers}</g>`,
  );
}
