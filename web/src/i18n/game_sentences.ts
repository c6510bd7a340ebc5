/** Game sentences: rendered from the templates of a game, as the server renders them in English. */

import { isolate } from './isolate';
import { fill, type Values } from './templates';

/** The texts of one game in one language, as `GET /games/{game}` gives them. */
export interface GameTexts {
  id: string;
  messages: Record<string, string>;
  names: Record<string, string>;
  /** The form of a noun for each count; from its length on, by the last two digits. */
  plural: number[];
  said?: Record<string, string>;
}

const HUNDRED = 100;

export class GameSentences {
  readonly #texts: GameTexts;

  constructor(texts: GameTexts) {
    this.#texts = texts;
  }

  /**
   * The sentence of a message ("event.took"), as the seat `reader` reads it; undefined if the
   * language has no such message.
   */
  render(key: string, args: Values, players: string[], reader?: number): string | undefined {
    const { id, messages } = this.#texts;
    const secondPerson =
      reader !== undefined && args.seat === reader ? messages[`${id}.${key}.you`] : '';
    const template = secondPerson || messages[`${id}.${key}`];
    return template === undefined ? undefined : this.#fill(template, args, players);
  }

  #fill(template: string, args: Values, players: string[]): string {
    return fill(template, args, (value, spec) => this.#format(spec, value, players));
  }

  #format(spec: string, value: unknown, players: string[]): string {
    const { names, said } = this.#texts;
    const named = (thing: string): string => names[thing] ?? thing;
    switch (spec) {
      case '':
        return String(value);
      case '02':
        return String(value).padStart(2, '0');
      case 'said':
        return said?.[String(value)] ?? String(value);
      case 'player':
        return this.#each(value, (seat) => this.#player(Number(seat), players));
      case 'name':
        return this.#each(value, (thing) => named(String(thing)));
      case 'mix': {
        const counts = Object.entries(value as Record<string, number>).filter(([, n]) => n);
        return counts.map(([kind, n]) => `${n} ${named(kind)}`).join(', ') || this.#nothing;
      }
      default: {
        const [, ...forms] = spec.split('|');
        return `${String(value)} ${forms[this.#form(Number(value))] ?? ''}`;
      }
    }
  }

  #form(count: number): number {
    const { plural } = this.#texts;
    return plural[count < plural.length ? count : HUNDRED + (count % HUNDRED)] ?? 0;
  }

  #player(seat: number, players: string[]): string {
    const name = players[seat];
    return name === undefined
      ? this.#fill(this.#message('list.player'), { n: seat + 1 }, [])
      : isolate(name);
  }

  /** One rendered, or several: "a, b and c". */
  #each(value: unknown, say: (item: unknown) => string): string {
    if (!Array.isArray(value)) return say(value);
    const words = value.map(say);
    const last = words.pop();
    if (last === undefined) return this.#nothing;
    if (!words.length) return last;
    return this.#fill(this.#message('list.last'), { most: words.join(', '), last }, []);
  }

  get #nothing(): string {
    return this.#message('list.nothing');
  }

  #message(key: string): string {
    return this.#texts.messages[`${this.#texts.id}.${key}`] ?? '';
  }
}
