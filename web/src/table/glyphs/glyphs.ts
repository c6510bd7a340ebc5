/** The glyphs of a game's counted things, each with its own colour and shape: colour is never the
 * only cue. */

import { getContext, setContext } from 'svelte';

import { humanize } from '../../i18n/humanize';

interface Glyph {
  /** What the game's sentences call it. */
  name: string;
  /** What sentences call it in the reader's language. */
  label?: () => string;
  /** What the page calls it, if no sentence does. */
  anyName?: () => string;
  colour: string;
  /** Its outline in a square of 24. */
  outline: string;
  /** Shapes drawn over it, with their colours. */
  marks: [shape: string, colour: string][];
  /** The line around it, where the usual dark one would not be seen. */
  rim?: string;
}

/** A piece of a sentence; `kind` if it names a thing with a glyph. */
export interface Piece {
  text: string;
  kind?: string;
  /** The number and the punctuation that stay on the line of the glyph. */
  before?: string;
  after?: string;
}

interface Finder {
  /** All names that it finds. */
  names: string;
  kindOf: Map<string, string>;
  /** Finds "2 Life" and "X Life" in a sentence, each with the punctuation that touches it. */
  pattern: RegExp;
}

export class Glyphs {
  readonly #byKind: Record<string, Glyph>;
  readonly #order: string[];
  readonly #names: Record<string, string>;
  #finder: Finder | undefined;

  /** By kind, in the order in which everything lists them; `names` of kinds without a glyph. */
  constructor(byKind: Record<string, Glyph>, names: Record<string, string> = {}) {
    this.#byKind = byKind;
    this.#order = Object.keys(byKind);
    this.#names = names;
  }

  get kinds(): readonly string[] {
    return this.#order;
  }

  of(kind: string): Glyph | undefined {
    return this.#byKind[kind];
  }

  nameOf(kind: string): string {
    const glyph = this.#byKind[kind];
    return (
      glyph?.anyName?.() ?? glyph?.label?.() ?? glyph?.name ?? this.#names[kind] ?? humanize(kind)
    );
  }

  /** The parts of a mix in the usual order, unknown kinds last, without those at zero. */
  sorted(mix: Record<string, number>): [string, number][] {
    const rank = (kind: string) => {
      const index = this.#order.indexOf(kind);
      return index < 0 ? this.#order.length : index;
    };
    return Object.entries(mix)
      .filter(([, count]) => count !== 0)
      .sort(([a], [b]) => rank(a) - rank(b));
  }

  /** A mix in words: "2 Life, 1 Gold". */
  describeMix(mix: Record<string, number>): string {
    return this.sorted(mix)
      .map(([kind, count]) => `${count} ${this.nameOf(kind)}`)
      .join(', ');
  }

  /** A sentence with the named things set apart: "2 Life" is a number and a glyph, "Life" alone too. */
  pieces(text: string): Piece[] {
    const { kindOf, pattern } = this.#find();
    const wholeKind = kindOf.get(text);
    if (wholeKind) return [{ text, kind: wholeKind }];
    if (!this.#order.length) return [{ text }];
    const pieces: Piece[] = [];
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      const [whole, opening = '', count = '', name = '', after = ''] = match;
      const kind = kindOf.get(name) ?? name;
      pieces.push({ text: text.slice(from, match.index) });
      pieces.push({ text: name, kind, before: `${opening}${count}\u00a0`, after });
      from = match.index + whole.length;
    }
    pieces.push({ text: text.slice(from) });
    return pieces;
  }

  /** The finder for the names in the reader's language, and for the English ones. */
  #find(): Finder {
    const names = Object.entries(this.#byKind).flatMap(
      ([kind, { name, label }]): [string, string][] => [
        [name, kind],
        [label?.() ?? name, kind],
      ],
    );
    const namePattern = [...new Set(names.map(([name]) => name))].join('|');
    if (this.#finder?.names !== namePattern) {
      const pattern = new RegExp(
        `([^\\s\\w]*)\\b(\\d+|X) (${namePattern})(?!\\p{L})([^\\s\\p{L}\\d]*)`,
        'gu',
      );
      this.#finder = { names: namePattern, kindOf: new Map(names), pattern };
    }
    return this.#finder;
  }
}

const GLYPHS = Symbol('glyphs');
const NO_GLYPHS = new Glyphs({});

/** The glyphs of the game that is shown from here on; they may still be loading. */
export function setGlyphs(glyphs: () => Glyphs | undefined): void {
  setContext(GLYPHS, () => glyphs() ?? NO_GLYPHS);
}

export function useGlyphs(): () => Glyphs {
  return getContext<(() => Glyphs) | undefined>(GLYPHS) ?? (() => NO_GLYPHS);
}
