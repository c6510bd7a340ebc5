/** The floor of the arena as drawn: slabs of several tones, cracks, and a carved ring, in a box in
 * which a tile is 100 by 100. */

import { diceOf } from '../../../table/scenes/dice';

const SIDE = 10;
const TILE = 100;
const TONES = 5;
/** Between two slabs. */
const JOINT = 3;

export interface FloorDrawing {
  /** The slabs, by their tone from dark to light. */
  slabs: string[];
  /** The upper and left edges of slabs, and their lower and right ones. */
  lit: string;
  dark: string;
  cracks: string;
  pits: string;
}

/** Every arena has the same floor. */
export function drawFloor(): FloorDrawing {
  const dice = diceOf('floor of the arena');
  const slabs = Array.from({ length: TONES }, () => '');
  let lit = '';
  let dark = '';
  let cracks = '';
  let pits = '';
  const near = (number: number) => Math.round(number + dice(-1.6, 1.6));
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const left = near(column * TILE + JOINT);
      const top = near(row * TILE + JOINT);
      const right = near((column + 1) * TILE - JOINT);
      const bottom = near((row + 1) * TILE - JOINT);
      const chip = dice() < 0.3 ? Math.round(dice(7, 16)) : 3;
      const tone = Math.floor(dice(0, TONES));
      slabs[tone] +=
        `M${left + chip} ${top}H${right - 3}l3 3V${bottom - chip}l${-chip} ${chip}H${left + 3}l-3-3V${top + chip}z`;
      lit += `M${left + 1} ${bottom - 5}V${top + chip}L${left + chip} ${top + 1}H${right - 4}`;
      dark += `M${right - 1} ${top + 5}V${bottom - chip}L${right - chip} ${bottom - 1}H${left + 5}`;
      if (dice() < 0.2) {
        const from = Math.round(dice(20, 80));
        const bend = Math.round(dice(-18, 18));
        cracks += `M${left + from} ${top}l${bend} 22 ${-bend / 2 + 9} 16 ${bend - 6} 20`;
      }
      for (let pit = 0; pit < 3; pit += 1)
        pits += `M${Math.round(left + dice(8, 86))} ${Math.round(top + dice(8, 86))}h${Math.round(dice(2, 7))}`;
    }
  }
  return { slabs, lit, dark, cracks, pits };
}

const MIDDLE = (SIDE * TILE) / 2;
const POINTS = 5;

/** A ring with a crown of five points, one for each King. */
export function drawRing(): string {
  const at = (radius: number, turn: number) => {
    const angle = (2 * Math.PI * turn) / POINTS - Math.PI / 2;
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((share) =>
      Math.round(MIDDLE + radius * share),
    );
    return `${x} ${y}`;
  };
  const circle = (radius: number) =>
    `M${MIDDLE - radius} ${MIDDLE}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  const star = Array.from(
    { length: POINTS },
    (_, point) => `M${at(330, point)}L${at(126, point + 0.5)}L${at(330, point + 1)}`,
  );
  return [circle(398), circle(372), circle(96), ...star].join('');
}
