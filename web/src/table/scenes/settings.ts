/** Settings: the ground that a subject stands before, and how the two are lit. */

import type { Parts } from './parts';
import { ROUND, box, disc, grey, line, path, rounded, times } from './shapes';

/** Where the light and the subject are: x in shares of the width, y and size in hundredths. */
export type Staging = [
  lightX: number,
  lightY: number,
  size: number,
  x: number,
  y: number,
  horizon?: number,
];

export const STAGINGS = {
  crag: [0.7, 26, 68, 0.5, 50],
  waste: [0.68, 40, 70, 0.48, 52, 64],
  heavens: [0.5, 42, 70, 0.5, 50],
  altar: [0.5, 36, 60, 0.5, 46, 78],
  study: [0.28, 30, 62, 0.54, 51, 80],
  cave: [0.5, 46, 62, 0.5, 54],
  graves: [0.72, 26, 66, 0.46, 52, 86],
  wood: [0.62, 26, 66, 0.48, 52],
  fire: [0.5, 62, 68, 0.5, 48],
  garden: [0.7, 24, 66, 0.48, 52],
  hall: [0.5, 32, 64, 0.5, 54, 78],
  sea: [0.72, 30, 68, 0.46, 48],
  aureole: [0.5, 34, 34, 0.5, 76],
  orb: [0.5, 48, 58, 0.5, 50],
  forge: [0.34, 60, 62, 0.62, 56, 84],
  mine: [0.5, 50, 52, 0.58, 60],
  reef: [0.64, 14, 68, 0.56, 54],
  lair: [0.52, 54, 66, 0.52, 46],
  ruins: [0.74, 26, 64, 0.46, 50],
  hill: [0.74, 30, 62, 0.46, 48],
  tomb: [0.5, 44, 62, 0.5, 50],
  pit: [0.5, 70, 62, 0.5, 44],
} satisfies Record<string, Staging>;

export type Setting = keyof typeof STAGINGS;

export const groundOf = (setting: Setting, p: Parts) => GROUNDS[setting](p);

const GROUNDS: Record<Setting, (p: Parts) => string> = {
  crag: (p) => p.peaks(74, 56, 4, 0.5) + p.ridge(78, 12, 7, 0.24) + p.ridge(92, 8, 9, 0.06),
  waste: (p) =>
    disc(p.lightX, p.lightY, 15, 1) +
    p.ridge(66, 8, 3, 0.56, true) +
    p.ridge(78, 9, 4, 0.36, true) +
    p.ridge(92, 7, 3, 0.14, true),
  heavens: (p) =>
    p.rays(16, 1) +
    times(5, (i) => p.cloud(p.dice(0, p.width), 66 + i * 8, p.dice(36, 60), 0.32 + 0.1 * (i % 3))) +
    p.cloud(p.x(0.15), 100, 80, 0.75) +
    p.cloud(p.x(0.85), 102, 80, 0.6),
  altar: (p) =>
    p.arch(p.x(0.5), 84, p.x(0.66), 78, 0.1) +
    p.arch(p.x(0.5), 84, p.x(0.58), 74, 0.42) +
    p.glow(44) +
    p.column(p.x(0.1), 12, 90, 9, 0.4) +
    p.column(p.x(0.9), 12, 90, 9, 0.4) +
    box(0, 78, p.width, 22, 0.5) +
    box(0, 78, p.width, 2, 0.9) +
    box(0, 86, p.width, 14, 0.16) +
    path(`M${p.x(0.26)} 78h${p.x(0.48)}l2 22h${-p.x(0.48) - 4}z`, 0.62) +
    times(5, (i) => line(`M${p.x(0.3 + i * 0.1)} 82v18`, 0.3, 1)),
  study: (p) =>
    p.arch(p.x(0.24), 62, p.x(0.34), 56, 0.06) +
    p.arch(p.x(0.24), 60, p.x(0.29), 52, 1) +
    line(`M${p.x(0.24)} 8v54M${p.x(0.08)} 36h${p.x(0.32)}`, 0.1, 1.6) +
    path(`M${p.x(0.12)} 10L${p.x(0.38)} 12L${p.width} 84L${p.x(0.5)} 84z`, 0.9, ' opacity=".28"') +
    p.shelf(20, p.x(0.5), p.width, 0.3) +
    p.shelf(40, p.x(0.5), p.width, 0.3) +
    p.shelf(60, p.x(0.5), p.width, 0.24) +
    box(0, 80, p.width, 20, 0.44) +
    box(0, 80, p.width, 2, 0.85) +
    box(0, 90, p.width, 10, 0.14),
  cave: (p) => p.glow(50) + p.ridge(82, 8, 6, 0.42) + p.rock(0.05) + p.rock(0.02, 1.16),
  graves: (p) =>
    disc(p.lightX, p.lightY, 12, 1) +
    p.ridge(70, 7, 3, 0.3, true) +
    p.bare(p.x(0.12), 84, -1.4, 26, 3.4, 0.05) +
    p.bare(p.x(0.92), 80, -1.8, 18, 2.4, 0.08) +
    times(5, (i) =>
      p.grave(p.x(0.1 + i * 0.2) + p.dice(-4, 4), 82 + p.dice(-3, 3), p.dice(7, 10), 0.44),
    ) +
    p.ridge(88, 5, 4, 0.12, true),
  wood: (p) =>
    p.rays(12, 1, 120) +
    times(6, (i) => p.tree(p.x((i + p.dice(0.2, 0.8)) / 6), 84, 90, 0.4 - 0.05 * (i % 2))) +
    p.ridge(84, 5, 5, 0.3, true) +
    p.tree(p.x(0.06), 96, 110, 0.07) +
    p.tree(p.x(0.95), 98, 110, 0.07) +
    p.leafage(p.x(0.1), 4, 18, 0.16) +
    p.leafage(p.x(0.92), 2, 20, 0.16) +
    p.ridge(94, 4, 9, 0.08),
  fire: (p) =>
    p.glow(70) +
    p.flames(96, 84, 5, 0.52) +
    p.flames(98, 60, 6, 0.8) +
    p.flames(102, 36, 8, 1) +
    p.ridge(97, 5, 9, 0.04),
  garden: (p) =>
    disc(p.lightX, p.lightY, 11, 1) +
    p.cloud(p.x(0.2), 30, 40, 0.86) +
    p.cloud(p.x(0.95), 44, 36, 0.8) +
    p.ridge(64, 9, 4, 0.5, true) +
    times(6, () => p.leafage(p.dice(0, p.width), 72, 6, 0.3)) +
    p.ridge(80, 6, 3, 0.62, true) +
    p.ridge(94, 5, 10, 0.14),
  hall: (p) =>
    p.arch(p.x(0.5), 78, p.x(0.34), 66, 0.95) +
    p.floor(78, 0.48) +
    times(
      3,
      (i) =>
        p.column(p.x(0.27 - i * 0.13), 10 - i * 6, 80 + i * 6, 6 + i * 3, 0.46) +
        p.column(p.x(0.73 + i * 0.13), 10 - i * 6, 80 + i * 6, 6 + i * 3, 0.46),
    ) +
    path(`M${p.x(0.5)} 70m-26 30l6 -14h40l6 14z`, 0.62),
  sea: (p) =>
    disc(p.lightX, p.lightY, 12, 1) +
    p.cloud(p.x(0.16), 30, 44, 0.66) +
    p.cloud(p.x(0.8), 50, 40, 0.44) +
    p.ridge(68, 5, 5, 0.3) +
    p.waves(70, 0.34, 0.86),
  aureole: (p) =>
    p.rays(20, 1) + disc(p.lightX, p.lightY, 27, 0.35) + disc(p.lightX, p.lightY, 25, 0.95),
  orb: (p) =>
    p.glow(46) +
    p.rays(22, 1) +
    disc(p.lightX, p.lightY, 38, 0.16, ' opacity=".75"') +
    line(`M${p.lightX - 41} ${p.lightY}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0`, 0.85, 1.6),
  forge: (p) =>
    p.arch(p.x(0.32), 82, p.x(0.3), 62, 0.02) +
    p.arch(p.x(0.32), 82, p.x(0.25), 56, 1) +
    p.flames(84, 40, 6, 0.6) +
    box(0, 0, p.x(0.17), 100, 0.08) +
    box(p.x(0.47), 0, p.x(0.02), 84, 0.6) +
    times(10, (i) => line(`M0 ${i * 9 + 4}h${p.width}`, 0.05, 0.9, ' opacity=".6"')) +
    p.shelf(34, p.x(0.72), p.x(0.98), 0.25) +
    p.floor(84, 0.34),
  mine: (p) =>
    p.glow(44) +
    p.rock(0.06) +
    times(3, (i) => {
      const k = 0.5 + i * 0.28;
      const x = p.x(0.5);
      const w = 30 * k,
        top = 50 - 38 * k,
        foot = 64 + 30 * k;
      return (
        box(x - w - 3 * k, top, 5 * k, foot - top, 0.5) +
        box(x + w - 2 * k, top, 5 * k, foot - top, 0.3) +
        box(x - w - 8 * k, top - 3 * k, 2 * w + 16 * k, 6 * k, 0.56)
      );
    }) +
    line(`M${p.x(0.49)} 66L${p.x(0.3)} 100M${p.x(0.51)} 66L${p.x(0.7)} 100`, 0.75, 1.6),
  reef: (p) =>
    p.rays(14, 1, 160) +
    p.ridge(82, 12, 5, 0.34) +
    times(6, (i) =>
      line(
        p.coral(p.x(0.03 + i * 0.19), 104, -1.57 + p.dice(-0.3, 0.3), p.dice(15, 21)),
        [1, 0.04, 0.8][i % 3] ?? 0,
        2.6,
        ROUND,
      ),
    ) +
    p.ridge(99, 4, 8, 0.1, true),
  lair: (p) =>
    p.glow(56) +
    p.peaks(84, 60, 3, 0.34) +
    p.rock(0.05, 1.08) +
    p.heap(80, 60, 0.72) +
    p.ridge(102, 3, 6, 0.04),
  ruins: (p) =>
    disc(p.lightX, p.lightY, 12, 1) +
    p.cloud(p.x(0.3), 34, 40, 0.6) +
    p.ridge(70, 9, 4, 0.4, true) +
    times(6, (i) => p.column(p.x(0.05 + i * 0.18), p.dice(10, 50), 86, 8, 0.74)) +
    box(0, 8, p.x(0.26), 6, 0.7) +
    p.ridge(86, 5, 5, 0.3, true) +
    times(5, () => p.leafage(p.dice(0, p.width), 94, 5, 0.2)) +
    p.ridge(100, 4, 6, 0.08),
  hill: (p) =>
    disc(p.lightX, p.lightY, 13, 1) +
    p.peaks(78, 44, 5, 0.42) +
    path(
      `M0 120V96Q${p.x(0.3)} 88 ${p.x(0.44)} 74H${p.x(0.56)}Q${p.x(0.66)} 90 ${p.width} 98V120z`,
      0.3,
    ) +
    times(
      4,
      (i) =>
        box(p.x(0.06 + i * 0.25), 62 + (i % 2) * 8, 5, 40, 0.5) +
        path(`M${p.x(0.06 + i * 0.25) - 1} ${62 + (i % 2) * 8}h7l-3.5 -9z`, 0.34),
    ) +
    p.ridge(102, 4, 9, 0.06),
  tomb: (p) =>
    p.glow(48) +
    times(3, (row) =>
      times(7, (i) => {
        const x = p.x(0.07 + i * 0.143),
          y = 40 + row * 31;
        return (
          p.arch(x, y, 17, 25, 0.02) +
          disc(x, y - 7, 4.6, 0.62) +
          box(x - 2, y - 4, 4, 4, 0.62) +
          disc(x - 1.8, y - 7, 1.2, 0) +
          disc(x + 1.8, y - 7, 1.2, 0) +
          box(x - 10, y, 20, 3, 0.5)
        );
      }),
    ),
  pit: (p) =>
    p.ridge(40, 26, 7, 0.12) +
    times(
      5,
      (i) =>
        `<ellipse cx="${rounded(p.x(0.5))}" cy="${88 + i}" rx="${rounded(p.x(0.5 - i * 0.07))}" ry="${26 - i * 4}" fill="${grey([0.3, 0.12, 0.5, 0.75, 1][i] ?? 0)}"/>`,
    ) +
    p.rays(16, 1, 70) +
    times(9, (i) =>
      path(
        `M${p.x((i + 0.2) / 9)} 120L${p.x((i + 0.5) / 9) + (4 - i)} ${84 - Math.abs(4 - i) * 5}L${p.x((i + 0.8) / 9)} 120z`,
        0.06,
      ),
    ),
};
