/** Panoramas: what a battlefield looks like, the sky over the rivals and the ground under the own
 * army, composed from parts by a line for each. */

import type { Parts } from '../../../table/scenes/parts';
import type { Recipe } from '../../../table/scenes/plate';
import type { Staging } from '../../../table/scenes/settings';
import { box, disc, line, path, times } from '../../../table/scenes/shapes';
import type { Weather } from '../../../table/scenes/weather';
import { FIELD_INKS, type Mood } from './inks';

/** Where sky and ground meet, in hundredths of the height. */
const HORIZON = 54;
/** The light of each sky: where it stands, and whether it reaches no further than what is near. */
const LIGHTS = {
  sun: [0.72, 24, false],
  noon: [0.5, 16, false],
  low: [0.5, 46, false],
  moon: [0.26, 20, true],
  storm: [0.34, 10, false],
  vault: [0.5, 40, true],
  cavern: [0.5, 48, true],
  rift: [0.5, 34, true],
} satisfies Record<string, [x: number, y: number, night: boolean]>;

type Sky = keyof typeof LIGHTS;

const SKIES: Record<Sky, (p: Parts) => string> = {
  sun: (p) =>
    disc(p.lightX, p.lightY, 8, 1) +
    p.cloud(p.x(0.2), 30, 46, 0.86) +
    p.cloud(p.x(0.9), 42, 40, 0.74),
  noon: (p) =>
    p.rays(18, 1, 160) + p.cloud(p.x(0.12), 38, 50, 0.8) + p.cloud(p.x(0.9), 30, 44, 0.86),
  low: (p) => p.rays(22, 1, 170) + disc(p.lightX, p.lightY, 13, 1),
  moon: (p) => disc(p.lightX, p.lightY, 8, 1) + p.stars(26, 48) + p.cloud(p.x(0.76), 36, 50, 0.34),
  storm: (p) =>
    p.cloud(p.x(0.1), 20, 62, 0.42) +
    p.cloud(p.x(0.86), 26, 66, 0.5) +
    p.cloud(p.x(0.42), 12, 60, 0.3) +
    p.cloud(p.x(0.3), 38, 54, 0.62) +
    line(`M${p.x(0.72)} 26l-4 9 5 1 -6 13`, 1, 1.1),
  vault: (p) =>
    p.glow(46) +
    p.arch(p.x(0.5), HORIZON, p.x(0.36), 44, 0.96) +
    times(
      3,
      (i) =>
        p.column(p.x(0.24 - i * 0.13), 4 - i * 3, HORIZON + 3 + i * 7, 4 + i * 2.4, 0.46) +
        p.column(p.x(0.76 + i * 0.13), 4 - i * 3, HORIZON + 3 + i * 7, 4 + i * 2.4, 0.46),
    ),
  cavern: (p) => p.glow(52) + p.rock(0.06, 1.12) + p.rock(0.02, 1.26),
  rift: (p) =>
    p.stars(20, 50) +
    p.rays(24, 1, 120) +
    path(`M${p.x(0.5)} 4q9 24 3 30q8 8 -1 22q-9 -18 -4 -24q-8 -10 2 -28z`, 1),
};

const FARS: Record<string, (p: Parts) => string> = {
  peaks: (p) => p.peaks(HORIZON + 2, 34, 5, 0.52),
  hills: (p) => p.ridge(HORIZON - 4, 8, 4, 0.5, true) + p.ridge(HORIZON, 5, 5, 0.38, true),
  dunes: (p) => p.ridge(HORIZON - 3, 5, 3, 0.6, true) + p.ridge(HORIZON + 1, 4, 4, 0.46, true),
  cliffs: (p) =>
    path(
      `M0 ${HORIZON + 4}V12l${p.x(0.16)} 4 ${p.x(0.05)} 18 ${p.x(0.06)} 4 2 ${HORIZON - 34}z`,
      0.2,
    ) +
    path(
      `M${p.width} ${HORIZON + 4}V6l${-p.x(0.12)} 6 ${-p.x(0.06)} 16 ${-p.x(0.08)} 6 -2 ${HORIZON - 30}z`,
      0.28,
    ),
  forest: (p) =>
    times(11, (i) => p.tree(p.x((i + p.dice(0.1, 0.9)) / 11), HORIZON + 2, p.dice(20, 34), 0.3)) +
    times(14, (i) => p.leafage(p.x(i / 13), HORIZON - p.dice(16, 28), p.dice(6, 9), 0.34)),
  ruins: (p) =>
    p.ridge(HORIZON - 2, 4, 4, 0.44, true) +
    times(7, (i) => p.column(p.x(0.05 + i * 0.15), p.dice(20, 44), HORIZON + 2, 5, 0.6)),
  walls: (p) =>
    times(
      5,
      (i) =>
        box(p.x(i * 0.25) - 5, 32 + (i % 2) * 4, 10, 26, 0.3) +
        times(3, (j) => box(p.x(i * 0.25) - 5 + j * 4, 29 + (i % 2) * 4, 2, 4, 0.3)),
    ) +
    box(0, 42, p.width, 14, 0.38) +
    times(16, (i) => box(p.x(i / 16), 39.5, p.width / 34, 4, 0.38)),
  town: (p) =>
    times(9, (i) => {
      const [x, w, h] = [p.x(i / 8.6) - 3, p.width / 9, p.dice(9, 20)];
      return (
        box(x, HORIZON - h, w, h + 2, p.dice(0.2, 0.42)) +
        path(`M${x - 1} ${HORIZON - h}h${w + 2}l${-w / 2 - 1} -6z`, 0.14) +
        box(x + w * 0.4, HORIZON - h * 0.6, 1.6, 2.2, 1)
      );
    }),
  coast: (p) => p.ridge(HORIZON - 3, 6, 6, 0.34) + box(0, HORIZON - 1, p.width, 3, 0.8),
  open: () => '',
};

const GROUNDS: Record<string, (p: Parts) => string> = {
  grass: (p) =>
    p.ridge(HORIZON + 3, 2.4, 3, 0.56, true) +
    p.ridge(HORIZON + 14, 4, 3, 0.44, true) +
    p.ridge(HORIZON + 28, 4, 4, 0.3, true) +
    times(46, () => {
      const y = p.dice(HORIZON + 6, 99);
      const high = (y - HORIZON) * 0.14;
      return line(
        `M${p.dice(0, p.width)} ${y}q${p.dice(-1, 1)} ${-high} ${p.dice(-2, 2)} ${-high * 1.5}`,
        p.dice(0.1, 0.85),
        0.7,
      );
    }),
  waves: (p) => p.waves(HORIZON, 0.36, 0.84),
  flags: (p) =>
    p.floor(HORIZON + 2, 0.48) +
    times(3, (i) => line(`M0 ${HORIZON + 16 + i * 11}H${p.width}`, 0.14, 0.9)),
  sand: (p) =>
    p.ridge(HORIZON + 4, 3, 3, 0.66, true) +
    p.ridge(HORIZON + 18, 5, 3, 0.5, true) +
    p.ridge(HORIZON + 33, 5, 3, 0.34, true),
  ice: (p) =>
    box(0, HORIZON, p.width, 60, 0.66) +
    times(9, () => {
      const [x, y] = [p.dice(0, p.width), p.dice(HORIZON + 2, 96)];
      return line(
        `M${x} ${y}l${p.dice(-9, 9)} 5l${p.dice(-12, 12)} 6`,
        p.dice() < 0.5 ? 0.2 : 1,
        0.8,
      );
    }) +
    p.ridge(94, 6, 7, 0.9),
  rock: (p) =>
    p.ridge(HORIZON + 4, 5, 7, 0.42) +
    p.ridge(HORIZON + 18, 7, 6, 0.3) +
    p.ridge(HORIZON + 34, 7, 5, 0.16),
  road: (p) =>
    p.ridge(HORIZON + 2, 2, 3, 0.42, true) +
    box(0, HORIZON + 5, p.width, 60, 0.34) +
    path(`M${p.x(0.47)} ${HORIZON + 2}h${p.x(0.06)}L${p.x(0.86)} 104H${p.x(0.14)}z`, 0.74) +
    times(14, () => disc(p.dice(0, p.width), p.dice(HORIZON + 8, 98), p.dice(0.5, 1.6), 0.14)),
  coins: (p) =>
    p.ridge(HORIZON + 3, 3, 4, 0.4, true) +
    box(0, HORIZON + 6, p.width, 60, 0.26) +
    p.heap(78, 70, 0.7),
  crystal: (p) =>
    p.ridge(HORIZON + 4, 5, 6, 0.26) +
    times(9, (i) => {
      const [x, foot, h] = [
        p.x((i + p.dice(0.2, 0.8)) / 9),
        p.dice(HORIZON + 12, 102),
        p.dice(9, 20),
      ];
      return (
        path(
          `M${x - h * 0.2} ${foot}l${h * 0.08} ${-h * 0.8} ${h * 0.14} ${-h * 0.2} ${h * 0.16} ${h * 0.24} ${h * 0.04} ${h * 0.76}z`,
          0.8,
        ) +
        path(
          `M${x + h * 0.02} ${foot - h}l${h * 0.16} ${h * 0.24} ${h * 0.04} ${h * 0.76}h${-h * 0.2}z`,
          0.36,
        )
      );
    }),
  graves: (p) =>
    p.ridge(HORIZON + 4, 4, 4, 0.36, true) +
    p.ridge(HORIZON + 20, 5, 4, 0.22, true) +
    times(9, (i) =>
      p.grave(p.x((i + p.dice(0.2, 0.8)) / 9), p.dice(HORIZON + 12, 96), p.dice(4, 7), 0.5),
    ),
};

type Line = `${Mood} ${Sky} ${string} ${string}` | `${Mood} ${Sky} ${string} ${string} ${Weather}`;

/** Mood, sky, what lies far, the ground, what is in the air. */
const LINES: Record<string, Line> = {
  altar_of_the_bargain: 'ember vault ruins flags candles',
  bountiful_vale: 'meadow sun hills grass motes',
  colosseum_of_envy: 'sand noon ruins sand ash',
  crystal_caverns: 'sea cavern open crystal motes',
  darkwall_prison: 'ash storm walls flags rain',
  eldritch_rift: 'rift rift peaks rock ash',
  forge_of_valor: 'ember cavern walls rock embers',
  grinding_gorge: 'sand sun cliffs rock ash',
  hall_of_tithes: 'gold vault open coins',
  isle_of_the_cursed_coin: 'sea storm coast waves rain',
  palace_of_the_empty_throne: 'rose vault open flags motes',
  pillar_of_solitude: 'storm noon peaks rock clouds',
  river_of_rebirth: 'sea low forest waves leaves',
  sanctum_of_the_creators: 'gold noon ruins flags rays',
  scales_of_balance: 'meadow low hills flags',
  shrine_of_stillness: 'meadow moon forest grass motes',
  sirens_sanctuary: 'sea moon cliffs waves bubbles',
  summit_of_ten: 'frost noon peaks rock clouds',
  the_endless_plain: 'sand low hills grass',
  the_eye_of_power: 'rose rift dunes rock ash',
  the_frozen_pass: 'frost storm peaks ice ash',
  the_hollow_keep: 'ash moon ruins graves ash',
  the_mirror_lake: 'frost moon hills waves stars',
  thieves_market: 'ember moon town road',
  tower_of_stars: 'rift moon peaks grass stars',
  vale_of_echoes: 'meadow storm cliffs grass rain',
  wayfarers_crossing: 'dawn low hills road clouds',
};

/** All battlefields with a panorama. */
export const PANORAMAS: readonly string[] = Object.keys(LINES);

/** A landmark before the light, on the horizon. */
const LANDMARK_SIZE = 32;
const LANDMARK_Y = 40;
/** It lies behind cards, and is quieter than they are. */
const HATCHING = 0.62;

/** How the panorama of a battlefield is composed; undefined for one without a line. */
export function panoramaOf(battlefield: string): Recipe | undefined {
  const [mood, sky, far, ground, weather] = (LINES[battlefield]?.split(' ') ?? []) as [
    Mood?,
    Sky?,
    string?,
    string?,
    Weather?,
  ];
  if (!mood || !sky) return undefined;
  const [lightX, lightY, night] = LIGHTS[sky];
  const staging: Staging = [lightX, lightY, LANDMARK_SIZE, 0.5, LANDMARK_Y, HORIZON + 2];
  return {
    inks: FIELD_INKS[mood],
    setting: {
      staging,
      night,
      hatching: HATCHING,
      ground: (p) =>
        SKIES[sky](p) + (FARS[far ?? '']?.(p) ?? '') + (GROUNDS[ground ?? '']?.(p) ?? ''),
    },
    weather,
  };
}
