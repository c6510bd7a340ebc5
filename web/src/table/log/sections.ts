import type { GameEvent } from '../../api/types';

/** A part of the log: a turn or a round, and what begins it; the first one may begin with nothing. */
export interface Section {
  /** The id of its first event. */
  id: number;
  heading: GameEvent | undefined;
  events: GameEvent[];
}

const SECTION_START = /\.(turn|round|next_round|round_began|round_ended)$/;

/** The events in sections, in their order. */
export function sectionsOf(events: readonly GameEvent[]): Section[] {
  const sections: Section[] = [];
  for (const event of events) {
    const last = sections.at(-1);
    if (SECTION_START.test(event.key)) sections.push({ id: event.id, heading: event, events: [] });
    else if (last) last.events.push(event);
    else sections.push({ id: event.id, heading: undefined, events: [event] });
  }
  return sections;
}

/** The id of the first of the newest sections that together have `count` events. */
export function firstOfNewest(sections: readonly Section[], count: number): number {
  let remaining = count;
  const first = sections.findLast(({ events }) => (remaining -= events.length + 1) <= 0);
  return first?.id ?? 0;
}

/** A line of the log: an event, or several in a row that say the same. */
export interface Line {
  event: GameEvent;
  /** The id of the last of them. */
  last: number;
  times: number;
}

/** The events as lines: what is said several times in a row is said once, with its number. */
export function linesOf(events: readonly GameEvent[]): Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const line = lines.at(-1);
    if (line?.event.text === event.text) {
      line.last = event.id;
      line.times += 1;
    } else lines.push({ event, last: event.id, times: 1 });
  }
  return lines;
}

/** The lines in chunks of `count`. */
export function chunksOf(lines: readonly Line[], count: number): Line[][] {
  const chunks: Line[][] = [];
  for (let start = 0; start < lines.length; start += count)
    chunks.push(lines.slice(start, start + count));
  return chunks;
}
