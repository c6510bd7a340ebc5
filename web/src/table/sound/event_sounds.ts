/** What an event sounds like, by the last part of its key. */

import type { GameEvent } from '../../api/types';
import type { Cue } from './materials';

/** More in a row would be noise. */
const MAX_CUES = 4;

const EVENT_CUES: [RegExp, Cue][] = [
  [/^not?_|ignored|effect$/, 'wood'],
  [/shuffle/, 'shuffle'],
  [/destroy|burn|fire|pyre/, 'fire'],
  [/died|killed|death|defeat/, 'death'],
  [/wound|attack|struck|strike|damage|suffer/, 'blow'],
  [/claim|win|won|victory|banner/, 'metal'],
  [/gain|collect|took|paid|pays|receive|lost|loses|gem|essence/, 'glass'],
  [/discard|banish|deploy|plac|draw|drew|dealt|deal|kept|draft|reveal|show|swap/, 'paper'],
  [/moved|step|push|shift|walk|enter/, 'stone'],
  [/^turned|straighten|pass|put|token/, 'wood'],
  [/use|play|cast|transmut/, 'magic'],
];

/** The last part of the key of an event. */
export function eventName({ key }: GameEvent): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** The sounds of events in their order, the same one once in a row; those of the game come first. */
export function cuesOf(events: readonly GameEvent[], ofGame: [RegExp, Cue][] = []): Cue[] {
  const cues: Cue[] = [];
  for (const event of events) {
    const name = eventName(event);
    const cue = [...ofGame, ...EVENT_CUES].find(([pattern]) => pattern.test(name))?.[1];
    if (cue && cues.at(-1) !== cue) cues.push(cue);
  }
  return cues.slice(-MAX_CUES);
}
