/** Small synthesised sounds: a card played, the viewer's turn, time running out, a line of
 * the chat, a big moment, the end. */

import { volume } from '../../browser/comfort';
import { sounds } from '../../browser/sounds';

export type Cue = 'card' | 'turn' | 'low' | 'word' | 'moment' | 'end';

interface Tone {
  pitch: number;
  at: number;
  length: number;
  loud: number;
}

const CUES: Record<Cue, Tone[]> = {
  card: [{ pitch: 190, at: 0, length: 0.07, loud: 0.05 }],
  turn: [
    { pitch: 523, at: 0, length: 0.22, loud: 0.06 },
    { pitch: 784, at: 0.12, length: 0.35, loud: 0.06 },
  ],
  low: [{ pitch: 880, at: 0, length: 0.09, loud: 0.05 }],
  word: [{ pitch: 587, at: 0, length: 0.12, loud: 0.04 }],
  moment: [
    { pitch: 294, at: 0, length: 0.35, loud: 0.05 },
    { pitch: 440, at: 0.09, length: 0.5, loud: 0.05 },
  ],
  end: [
    { pitch: 392, at: 0, length: 0.3, loud: 0.06 },
    { pitch: 523, at: 0.16, length: 0.3, loud: 0.06 },
    { pitch: 659, at: 0.32, length: 0.6, loud: 0.06 },
  ],
};

const LOUD = { quiet: 0.4, normal: 1, loud: 2.2 };

let context: AudioContext | undefined;

export function isMuted(): boolean {
  return !sounds.on;
}

export function mute(off: boolean): void {
  sounds.choose(!off);
}

/** Sounds play only after the first interaction with the page; browsers forbid them before. */
export function playSound(cue: Cue): void {
  if (isMuted() || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  context ??= new AudioContext();
  for (const tone of CUES[cue]) ring(context, tone);
}

function ring(audio: AudioContext, { pitch, at, length, loud }: Tone): void {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud * LOUD[volume.value], start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
