/** Outlines of fire: rows of tongues hanging from an edge, drawn once and animated by CSS. */

export const FLAME_LENGTH = 100;

/** How far the tongues of each layer reach, from back to front; 100 is the width of the strip. */
export const FLAME_LAYERS: { name: string; base: number; reach: number[] }[] = [
  { name: 'back', base: 30, reach: [118, 84, 132, 76, 108, 92, 136, 80, 112, 88, 126, 74] },
  { name: 'middle', base: 16, reach: [78, 98, 62, 104, 70, 90, 58, 100, 74, 94, 64, 86, 72] },
  { name: 'front', base: 4, reach: [46, 62, 38, 66, 44, 54, 36, 64, 42, 58, 40, 60, 34, 56] },
];

/** A row of tongues of twice the length, so it can drift by half of it in a loop. */
export function flameTongues(base: number, reach: number[]): string {
  const width = FLAME_LENGTH / reach.length;
  const tongues = [...reach, ...reach].map((depth, place) => {
    const left = place * width;
    const tip = left + width * (0.5 + ((place % 3) - 1) * 0.16);
    const right = left + width;
    return (
      `C${left + width * 0.22} ${base + (depth - base) * 0.3} ${tip - width * 0.1} ${depth * 0.72} ${tip} ${depth}` +
      `C${tip + width * 0.02} ${depth * 0.7} ${right - width * 0.2} ${base + (depth - base) * 0.32} ${right} ${base}`
    );
  });
  return `M0 0V${base}${tongues.join('')}V0z`;
}
