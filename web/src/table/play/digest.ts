import type { GameEvent } from '../../api/types';

const LINES = 4;

/** Happenings in one line: who did what, then what came of it without saying the name again. */
export function digest(events: GameEvent[]): string {
  const told = events.filter(({ key }) => !key.endsWith('.turned'));
  const [first, ...rest] = (told.length ? told : events).slice(-LINES);
  if (!first) return '';
  const name = rest.length ? commonStart(first.text, rest) : '';
  return [first.text, ...rest.map(({ text }) => shorter(text, name))].join(' · ');
}

/** The words with which the first sentence and some other begin. */
function commonStart(text: string, rest: GameEvent[]): string {
  const words = text.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    const start = `${words.slice(0, count).join(' ')} `;
    if (rest.some((event) => event.text.startsWith(start))) return start;
  }
  return '';
}

function shorter(text: string, start: string): string {
  return start && text.startsWith(start) ? text.slice(start.length) : text;
}
