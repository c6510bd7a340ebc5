/** What sounds are made of: layers of noise and of tones, by the material that sounds. */

export interface Layer {
  /** `noise` is rubbed, struck or burnt, and passes through a band; the others ring. */
  source: 'noise' | 'sine' | 'triangle';
  /** Of the tone, or in the middle of the band, in hertz. */
  hz: number;
  /** What it glides to. */
  toHz?: number;
  /** How narrow the band of a noise is. */
  q?: number;
  startS?: number;
  attackS?: number;
  durationS: number;
  gain: number;
}

/** A chord that rings: each tone with its share of the gain. */
function ringing(tones: number[], durationS: number, gain: number, stepS = 0): Layer[] {
  return tones.map((hz, place) => ({
    source: 'sine',
    hz,
    startS: place * stepS,
    attackS: 0.004,
    durationS: durationS * (1 - place * 0.12),
    gain: gain / (1 + place * 0.5),
  }));
}

const slide = (startS: number, gain: number): Layer[] => [
  { source: 'noise', hz: 3400, toHz: 1500, q: 0.7, startS, attackS: 0.02, durationS: 0.1, gain },
];

export const CUES = {
  /** A card is laid, drawn or thrown away: it slides, then touches the table. */
  paper: [
    ...slide(0, 0.05),
    { source: 'noise', hz: 420, q: 1.1, startS: 0.08, durationS: 0.07, gain: 0.06 },
  ],
  shuffle: [0, 0.07, 0.13, 0.2, 0.26].flatMap((startS, place) =>
    slide(startS, 0.03 + (place % 2) * 0.015),
  ),
  /** A token on the table, a card that is turned. */
  wood: [
    { source: 'triangle', hz: 210, toHz: 150, durationS: 0.08, gain: 0.05 },
    { source: 'noise', hz: 1100, q: 2.4, durationS: 0.04, gain: 0.05 },
  ],
  /** An essence, a gem. */
  glass: [
    ...ringing([1976, 2960, 4430], 0.34, 0.026),
    { source: 'noise', hz: 5200, q: 6, durationS: 0.02, gain: 0.03 },
  ],
  /** A King on his tile, a stone that is moved. */
  stone: [
    { source: 'noise', hz: 360, toHz: 190, q: 1.3, attackS: 0.01, durationS: 0.17, gain: 0.14 },
    { source: 'sine', hz: 76, durationS: 0.12, gain: 0.08 },
  ],
  fire: [
    { source: 'noise', hz: 900, toHz: 260, q: 0.5, attackS: 0.14, durationS: 0.75, gain: 0.11 },
    { source: 'noise', hz: 3800, q: 1.5, startS: 0.1, attackS: 0.03, durationS: 0.3, gain: 0.025 },
  ],
  /** Something is hit. */
  blow: [
    { source: 'noise', hz: 1700, toHz: 240, q: 0.7, durationS: 0.16, gain: 0.14 },
    { source: 'sine', hz: 110, toHz: 48, durationS: 0.24, gain: 0.16 },
  ],
  /** Brass and gold: what is claimed or won. */
  metal: ringing([659, 1061, 1567, 2334], 0.9, 0.035),
  /** A power is used. */
  magic: [
    { source: 'sine', hz: 523, toHz: 784, attackS: 0.05, durationS: 0.3, gain: 0.03 },
    { source: 'noise', hz: 6200, q: 5, attackS: 0.08, durationS: 0.28, gain: 0.02 },
  ],
  death: [
    { source: 'sine', hz: 185, toHz: 82, attackS: 0.02, durationS: 0.9, gain: 0.1 },
    { source: 'noise', hz: 240, toHz: 110, q: 0.8, attackS: 0.1, durationS: 0.7, gain: 0.1 },
  ],
  turn: ringing([523, 784], 0.4, 0.055, 0.12),
  lowTime: [
    { source: 'triangle', hz: 880, durationS: 0.09, gain: 0.05 },
    { source: 'noise', hz: 2400, q: 8, durationS: 0.03, gain: 0.04 },
  ],
  chat: ringing([587, 1174], 0.16, 0.035),
  moment: [
    ...ringing([294, 440, 587], 0.7, 0.05, 0.07),
    { source: 'noise', hz: 500, toHz: 1800, q: 0.6, attackS: 0.2, durationS: 0.4, gain: 0.03 },
  ],
  end: ringing([392, 523, 659, 784], 0.9, 0.055, 0.15),
} satisfies Record<string, Layer[]>;

export type Cue = keyof typeof CUES;
