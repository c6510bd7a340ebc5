/** Small synthesised sounds: a card played, the viewer's turn, time running out, a line of
 * the chat, a big moment, the end. */

import { soundVolume } from '../../browser/table_preferences';
import { sounds } from '../../browser/sounds';

export type Cue = 'card' | 'turn' | 'lowTime' | 'chat' | 'moment' | 'end';

interface Tone {
  frequencyHz: number;
  startS: number;
  durationS: number;
  gain: number;
}

const CUES: Record<Cue, Tone[]> = {
  card: [{ frequencyHz: 190, startS: 0, durationS: 0.07, gain: 0.05 }],
  turn: [
    { frequencyHz: 523, startS: 0, durationS: 0.22, gain: 0.06 },
    { frequencyHz: 784, startS: 0.12, durationS: 0.35, gain: 0.06 },
  ],
  lowTime: [{ frequencyHz: 880, startS: 0, durationS: 0.09, gain: 0.05 }],
  chat: [{ frequencyHz: 587, startS: 0, durationS: 0.12, gain: 0.04 }],
  moment: [
    { frequencyHz: 294, startS: 0, durationS: 0.35, gain: 0.05 },
    { frequencyHz: 440, startS: 0.09, durationS: 0.5, gain: 0.05 },
  ],
  end: [
    { frequencyHz: 392, startS: 0, durationS: 0.3, gain: 0.06 },
    { frequencyHz: 523, startS: 0.16, durationS: 0.3, gain: 0.06 },
    { frequencyHz: 659, startS: 0.32, durationS: 0.6, gain: 0.06 },
  ],
};

const VOLUME_FACTORS = { quiet: 0.4, normal: 1, loud: 2.2 };

let context: AudioContext | undefined;

export function isMuted(): boolean {
  return !sounds.on;
}

export function setMuted(muted: boolean): void {
  sounds.choose(!muted);
}

/** Sounds play only after the first interaction with the page; browsers forbid them before. */
export function playSound(cue: Cue): void {
  if (isMuted() || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  // In a task of its own: the first sound waits for the device, the page need not.
  setTimeout(() => {
    context ??= new AudioContext();
    for (const tone of CUES[cue]) playTone(context, tone);
  });
}

function playTone(audio: AudioContext, { frequencyHz, startS, durationS, gain }: Tone): void {
  const start = audio.currentTime + startS;
  const oscillator = audio.createOscillator();
  const gainNode = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequencyHz;
  gainNode.gain.setValueAtTime(0, start);
  gainNode.gain.linearRampToValueAtTime(gain * VOLUME_FACTORS[soundVolume.value], start + 0.01);
  gainNode.gain.exponentialRampToValueAtTime(0.0001, start + durationS);
  oscillator.connect(gainNode).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + durationS);
}
