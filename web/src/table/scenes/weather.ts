/** Weather: what is in the air. */

import type { Parts } from './parts';
import { disc, line, path, times } from './shapes';

export type Weather = keyof typeof WEATHERS;

export const airOf = (weather: Weather, p: Parts) => WEATHERS[weather](p);

const WEATHERS = {
  embers: (p) => times(16, () => p.spark(p.dice(0, p.width), p.dice(6, 92), p.dice(0.7, 2), 1)),
  ash: (p) =>
    times(22, () => disc(p.dice(0, p.width), p.dice(0, 90), p.dice(0.4, 1.1), p.dice(0.6, 1))),
  motes: (p) => times(14, () => disc(p.dice(0, p.width), p.dice(10, 92), p.dice(0.5, 1.2), 1)),
  stars: (p) => p.stars(26),
  leaves: (p) =>
    times(12, () =>
      path(`M${p.dice(0, p.width)} ${p.dice(4, 92)}q2.4 -2.4 4 0q-2.4 2 -4 0z`, p.dice(0.7, 1)),
    ),
  bubbles: (p) =>
    times(14, () => line(`M${p.dice(0, p.width)} ${p.dice(8, 90)}a1.7 1.7 0 1 0 .1 0`, 0.95, 0.7)),
  rain: (p) => times(26, () => line(`M${p.dice(0, p.x(1.1))} ${p.dice(0, 80)}l-2.6 8`, 0.85, 0.6)),
  clouds: (p) => p.cloud(p.x(0.12), 34, 40, 0.8) + p.cloud(p.x(0.92), 24, 34, 0.7),
  candles: (p) =>
    p.candle(p.x(0.17), 80, 17) + p.candle(p.x(0.26), 82, 11) + p.candle(p.x(0.84), 80, 14),
  moon: (p) => p.stars(14, 44),
  rays: (p) => p.rays(18, 1),
} satisfies Record<string, (p: Parts) => string>;
