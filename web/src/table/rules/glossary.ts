/** Glossary: the keywords and signs of a game, each with a name and one plain sentence. */

import type { Component as Picture } from 'svelte';

import type { Component } from '../../api/types';
import Glyph from '../glyphs/Glyph.svelte';
import type { Glyphs } from '../glyphs/glyphs';
import type { Icon } from '../log/event_icons';

/** How a sign looks: a line icon, a picture of the game, or printed letters. */
export type Sign =
  | { icon: Icon; colour?: string }
  | { picture: Picture<{ kind: string }>; kind: string }
  | { letters: string };

/** What a term has besides its texts. */
export interface Term {
  /** Whether a component shows it apart from its text. */
  on?: (component: Component) => boolean;
  sign?: Sign;
}

/**
 * A name and a sentence in the reader's language, and, for a term that texts name, a regular
 * expression that finds it there. Where several match at one place, the longest match counts.
 */
export type Explanation = [name: string, text: string, pattern?: string];

export interface Entry {
  id: string;
  name: string;
  text: string;
  sign: Sign | undefined;
}

/** A piece of a text; `explanation` where it names a term for the first time. */
export interface ExplainedPiece {
  text: string;
  explanation?: string;
}

interface TermMatch {
  id: string;
  at: number;
  word: string;
}

export class Glossary {
  readonly #terms: Record<string, Term>;
  readonly #texts: () => Record<string, Explanation>;
  /** What finds the terms of the texts that were used last. */
  #patterns: { of: Record<string, Explanation>; patterns: [id: string, pattern: RegExp][] } = {
    of: {},
    patterns: [],
  };

  constructor(terms: Record<string, Term>, texts: () => Record<string, Explanation>) {
    this.#terms = terms;
    this.#texts = texts;
  }

  /** All entries, in the order of the texts. */
  get entries(): Entry[] {
    return Object.keys(this.#texts()).map((id) => this.entry(id));
  }

  entry(id: string): Entry {
    const [name, text] = this.#texts()[id] ?? [id, ''];
    return { id, name, text, sign: this.#terms[id]?.sign };
  }

  /** The signs that a component shows, then the terms of its text in reading order. */
  usedBy(component: Component): Entry[] {
    const termIds = Object.entries(this.#terms).flatMap(([id, { on }]) =>
      on?.(component) ? [id] : [],
    );
    const named = this.#termsIn(component.text ?? '').map(({ id }) => id);
    return [...new Set([...termIds, ...named])].map((id) => this.entry(id));
  }

  /** A text cut at the terms it names, each explained where it comes first. */
  pieces(text: string): ExplainedPiece[] {
    const seen = new Set<string>();
    const first = this.#termsIn(text).filter(({ id }) => !seen.has(id) && seen.add(id));
    return cutAt(text, first).map(({ text, id }) =>
      id === undefined ? { text } : { text, explanation: this.entry(id).text },
    );
  }

  /** A text cut at the terms it names. */
  cut(text: string): { text: string; entry?: Entry }[] {
    return cutAt(text, this.#termsIn(text)).map(({ text, id }) =>
      id === undefined ? { text } : { text, entry: this.entry(id) },
    );
  }

  /** The terms in a text, in reading order; none overlaps another. */
  #termsIn(text: string): TermMatch[] {
    const all = this.#currentPatterns.flatMap(([id, pattern]) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ id, at: index, word })),
    );
    all.sort((a, b) => a.at - b.at || b.word.length - a.word.length);
    let end = 0;
    return all.filter(({ at, word }) => {
      if (at < end) return false;
      end = at + word.length;
      return true;
    });
  }

  get #currentPatterns(): [id: string, pattern: RegExp][] {
    const texts = this.#texts();
    if (this.#patterns.of !== texts) {
      const patterns = Object.entries(texts).flatMap(([id, [, , pattern]]): [string, RegExp][] =>
        pattern ? [[id, new RegExp(pattern, 'gu')]] : [],
      );
      this.#patterns = { of: texts, patterns };
    }
    return this.#patterns.patterns;
  }
}

function cutAt(text: string, terms: TermMatch[]): { text: string; id?: string }[] {
  let from = 0;
  const cut = terms.flatMap(({ id, at, word }) => {
    const before = text.slice(from, at);
    from = at + word.length;
    return [{ text: before }, { text: word, id }];
  });
  return [...cut, { text: text.slice(from) }];
}

/** A sign for each glyph of a game. */
export function glyphTerms(glyphs: Glyphs): Record<string, Term> {
  return Object.fromEntries(glyphs.kinds.map((kind) => [kind, { sign: { picture: Glyph, kind } }]));
}
