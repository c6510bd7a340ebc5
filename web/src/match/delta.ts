import { hashOf } from './canonical_json';
import { mergePatch } from './merge_patch';
import type { DeltaFrame, GameEvent, JsonObject, View } from '../api/types';

/** The client's state of a match at one ply. */
export interface ViewAtPly {
  ply: number;
  view: View;
}

/**
 * The view after a delta; 'old' if already applied; 'broken' if a frame is missing or the
 * patched view differs from the server's, so a full frame is needed.
 */
export function applyDelta(current: ViewAtPly, delta: DeltaFrame): ViewAtPly | 'old' | 'broken' {
  if (delta.ply <= current.ply) return 'old';
  if (delta.base !== current.ply) return 'broken';
  const before = current.view as unknown as JsonObject;
  const view = Object.keys(delta.patch).length ? mergePatch(before, delta.patch) : before;
  if (hashOf(view) !== delta.hash) return 'broken';
  return { ply: delta.ply, view: view as unknown as View };
}

/** The events that are not in `log`, which is oldest first. */
export function unseenEvents(log: GameEvent[], events: GameEvent[]): GameEvent[] {
  const newest = log.at(-1)?.id ?? -1;
  if (events.every(({ id }) => id > newest)) return events;
  const loggedIds = new Set(log.map(({ id }) => id));
  return events.filter(({ id }) => !loggedIds.has(id));
}

/** A log with more events, oldest first. */
export function extendedLog(log: GameEvent[], events: GameEvent[]): GameEvent[] {
  const unseen = unseenEvents(log, events);
  const newest = log.at(-1)?.id ?? -1;
  const joined = [...log, ...unseen];
  return unseen.every(({ id }) => id > newest) ? joined : joined.sort((a, b) => a.id - b.id);
}
