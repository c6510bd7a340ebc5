/** The sound of a room, computed: a few seconds of noise, with what crackles and drips in it, whose end
 * leads back into its beginning. */

export const ROOMS = {
  /** A candle in a quiet study. */
  candle: { hum: 0.2, hiss: 0, crackles: 1.4, crackleMs: [1, 5], loudness: 0.22 },
  /** Rain on a tent, over a field. */
  rain: { hum: 0.12, hiss: 0.1, crackles: 42, crackleMs: [0.6, 2.4], loudness: 0.1 },
  /** A wall of flames, some way off. */
  fire: { hum: 0.5, hiss: 0.015, crackles: 9, crackleMs: [1, 9], loudness: 0.3 },
} as const;
export type Room = keyof typeof ROOMS;

const LOOP_S = 7;
/** The end of a loop fades into what comes before its beginning. */
const FADE_S = 0.8;
/** How slowly a hum changes, from one sample to the next. */
const HUM_LEAK = 0.995;
const HUM_STEP = 0.06;

/** Samples between -1 and 1 of a loop of this room; `random` gives numbers from 0 to 1. */
export function roomLoop(room: Room, sampleRate: number, random = Math.random): Float32Array {
  const { hum, hiss, crackles, crackleMs, loudness } = ROOMS[room];
  const length = Math.round(LOOP_S * sampleRate);
  const fade = Math.round(FADE_S * sampleRate);
  const samples = new Float32Array(length + fade);
  let low = 0;
  let before = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const white = random() * 2 - 1;
    low = low * HUM_LEAK + white * HUM_STEP;
    samples[at] = low * hum + (white - before) * hiss;
    before = white;
  }
  const [shortest, longest] = crackleMs;
  for (let left = crackles * (LOOP_S + FADE_S); left > 0; left -= 1) {
    const start = Math.floor(random() * samples.length);
    const peak = loudness * random() ** 2;
    const decay = ((shortest + random() * (longest - shortest)) / 1000) * sampleRate;
    for (let at = 0; at < decay * 5 && start + at < samples.length; at += 1)
      samples[start + at]! += (random() * 2 - 1) * peak * Math.exp(-at / decay);
  }
  for (let at = 0; at < fade; at += 1) {
    const share = at / fade;
    samples[at] = samples[at]! * Math.sqrt(share) + samples[length + at]! * Math.sqrt(1 - share);
  }
  return samples.subarray(0, length).map((sample) => Math.max(-1, Math.min(1, sample)));
}
