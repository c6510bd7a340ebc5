import type { GameEvent } from '../../api/types';

const LINES = 4;

/** Events in one line: who did what, then the consequences without repeating the name. */
export function digest(events: GameEvent[]): string {
  const told = events.filter(({ key }) => !key.endsWith('.turned'));
  const [first, ...rest] = (told.length ? told : events).slice(-LINES);
  if (!first) return '';
  const name = rest.length ? commonStart(first.text, rest) : '';
  return [first.text, ...rest.map(({ text }) => shorter(text, name))].join(' · ');
}

/** The words that the first sentence and another one both begin with. */
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
