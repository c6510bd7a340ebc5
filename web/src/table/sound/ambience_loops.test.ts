import { expect, test } from 'vitest';

import { diceOf } from '../scenes/dice';
import { roomLoop, ROOMS, type Room } from './ambience_loops';

const RATE = 8000;
const RATED = Object.keys(ROOMS) as Room[];

const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test.each(RATED)(
  'the room %s is heard, never too loud, and its end leads into its beginning',
  (room) => {
    const dice = diceOf(room);
    const samples = roomLoop(room, RATE, () => dice(0, 1));
    expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(loudness(samples)).toBeGreaterThan(0.004);
    expect(loudness(samples)).toBeLessThan(0.25);
    const steps = samples.slice(1).map((sample, at) => Math.abs(sample - samples[at]!));
    const usual = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(Math.abs(samples[0]! - samples.at(-1)!)).toBeLessThan(usual * 20);
  },
);
