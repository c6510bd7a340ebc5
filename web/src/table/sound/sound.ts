/** Sound of the table: made from code, once the page has been touched; browsers forbid it before. */

import { load } from '../../browser/chunks.svelte';
import { sounds } from '../../browser/sounds';
import { soundVolume } from '../../browser/table_preferences';
import type { Room } from './ambience_loops';
import type { Cue } from './materials';

const VOLUME_FACTORS = { quiet: 0.4, normal: 1, loud: 2.2 };

/** Fetched with the first sound, which then is a little late. */
const synth = () => load(() => import('./synth'));

const isSilent = () => !sounds.on || !navigator.userActivation?.hasBeenActive || document.hidden;

/** Plays a sound, so many milliseconds from now. */
export function playSound(cue: Cue, delayMs = 0): void {
  if (isSilent()) return;
  // In a task of its own: the first sound waits for the device, the page need not.
  setTimeout(() => {
    void synth().then(({ play }) => play(cue, VOLUME_FACTORS[soundVolume.value], delayMs / 1000));
  });
}

/** Plays a game's own recording. One that can't be played is not heard. */
export function playRecording(address: string): void {
  if (isSilent()) return;
  const audio = new Audio(address);
  audio.volume = VOLUME_FACTORS[soundVolume.value] / VOLUME_FACTORS.loud;
  void audio.play().catch(() => undefined);
}

/** Lets the room of a table be heard until the returned function is called. */
export function playRoom(room: Room): () => void {
  if (isSilent()) return () => undefined;
  const leaving = synth().then(({ enterRoom }) =>
    enterRoom(room, VOLUME_FACTORS[soundVolume.value]),
  );
  return () => void leaving.then((leave) => leave());
}
