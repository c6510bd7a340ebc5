import type { GameEvent } from '../../api/types';

const MAX_LINES = 4;

/** Events in one line: who did what, then what follows at once without repeating the name. */
export function digest(events: GameEvent[], names: string[]): string {
  const mentioned = events.filter(({ key }) => !key.endsWith('.turned'));
  const [first, ...rest] = (mentioned.length ? mentioned : events).slice(-MAX_LINES);
  if (!first) return '';
  const other = rest.findIndex((event) => !isSameSeat(first, event));
  const sameActor = other < 0 ? rest : rest.slice(0, other);
  const start = commonStart(first.text, sameActor, names);
  return [
    first.text,
    ...rest.map((event) =>
      sameActor.includes(event) ? withoutStart(event.text, start) : event.text,
    ),
  ].join(' · ');
}

function isSameSeat({ affects: [seat] }: GameEvent, { affects: [other] }: GameEvent): boolean {
  return seat !== undefined && seat === other;
}

/** The words that the first sentence and another one both begin with; never half a name. */
function commonStart(text: string, rest: GameEvent[], names: string[]): string {
  const words = text.split(' ');
  const longest = Math.max(
    0,
    ...names.filter((name) => text.startsWith(name)).map((name) => name.length),
  );
  for (let count = words.length - 1; count > 0; count -= 1) {
    const start = `${words.slice(0, count).join(' ')} `;
    if (start.length <= longest) break;
    if (rest.some((event) => event.text.startsWith(start))) return start;
  }
  return '';
}

function withoutStart(text: string, start: string): string {
  return start && text.startsWith(start) ? text.slice(start.length) : text;
}
