import { sounds } from './sounds';

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_S = 0.16;
const LENGTH_S = 0.9;
const LOUDNESS = 0.16;

/** Three rising bells: something waits for an answer now. Silent where sounds are off, or before the
 * browser allows any.
 */
export function chime(): void {
  if (!sounds.on || !('AudioContext' in window)) return;
  const audio = new AudioContext();
  for (const [place, frequency] of NOTES_HZ.entries()) {
    const start = audio.currentTime + place * NOTE_S;
    const tone = new OscillatorNode(audio, { type: 'sine', frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LENGTH_S);
  }
  const totalMs = (NOTES_HZ.length * NOTE_S + LENGTH_S) * 1000;
  setTimeout(() => void audio.close(), totalMs);
}
