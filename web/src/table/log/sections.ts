import type { GameEvent } from '../../api/types';

/** A part of the log: a turn or a round, and what begins it; the first one may begin with nothing. */
export interface Section {
  /** The id of its first event. */
  id: number;
  heading: GameEvent | undefined;
  events: GameEvent[];
}

const BEGINS = /\.(turn|round|round_began|round_ended)$/;

/** The events in sections, in their order. */
export function sectionsOf(events: readonly GameEvent[]): Section[] {
  const sections: Section[] = [];
  for (const event of events) {
    const last = sections.at(-1);
    if (BEGINS.test(event.key)) sections.push({ id: event.id, heading: event, events: [] });
    else if (last) last.events.push(event);
    else sections.push({ id: event.id, heading: undefined, events: [event] });
  }
  return sections;
}

/** The id of the first of the newest sections that together have so many events. */
export function newestFrom(sections: readonly Section[], count: number): number {
  let left = count;
  const first = sections.findLast(({ events }) => (left -= events.length + 1) <= 0);
  return first?.id ?? 0;
}

/** The events, so many together. */
export function chunksOf(events: readonly GameEvent[], count: number): GameEvent[][] {
  const chunks: GameEvent[][] = [];
  for (let at = 0; at < events.length; at += count) chunks.push(events.slice(at, at + count));
  return chunks;
}
