/** Glossary: the keywords and signs of a game, each with a name and one plain sentence. */

import type { Component as Picture } from 'svelte';

import type { Component } from '../../api/types';
import Glyph from '../glyphs/Glyph.svelte';
import type { Glyphs } from '../glyphs/glyphs';
import type { Icon } from '../log/icons';

/** How a sign looks: a line icon, a picture of the game, or printed letters. */
export type Sign =
  | { icon: Icon; colour?: string }
  | { picture: Picture<{ kind: string }>; kind: string }
  | { letters: string };

export interface Term {
  /** Finds it in the text of a component. Where several match, the first of the glossary counts. */
  pattern?: RegExp;
  /** Whether a component shows it apart from its text. */
  on?: (component: Component) => boolean;
  sign?: Sign;
}

/** A name and a sentence, in the reader's language. */
export type Explanation = [name: string, text: string];

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

const NEVER = /(?!)/;

export class Glossary {
  readonly #terms: Record<string, Term>;
  readonly #texts: () => Record<string, Explanation>;
  /** Finds every term, by a group of its name. */
  readonly #pattern: RegExp;

  constructor(terms: Record<string, Term>, texts: () => Record<string, Explanation>) {
    this.#terms = terms;
    this.#texts = texts;
    const groups = Object.entries(terms).map(
      ([id, { pattern = NEVER }]) => `(?<${id}>${pattern.source})`,
    );
    this.#pattern = new RegExp(groups.join('|') || NEVER.source, 'g');
  }

  /** All entries, in the order of the texts. */
  get entries(): Entry[] {
    const order = Object.keys(this.#texts());
    return Object.keys(this.#terms)
      .sort((one, other) => order.indexOf(one) - order.indexOf(other))
      .map((id) => this.entry(id));
  }

  entry(id: string): Entry {
    const [name, text] = this.#texts()[id] ?? [id, ''];
    return { id, name, text, sign: this.#terms[id]?.sign };
  }

  /** The signs that a component shows, then the terms of its text in reading order. */
  usedBy(component: Component): Entry[] {
    const shown = Object.entries(this.#terms).flatMap(([id, { on }]) =>
      on?.(component) ? [id] : [],
    );
    const named = this.#found(component.text ?? '').map(({ id }) => id);
    return [...new Set([...shown, ...named])].map((id) => this.entry(id));
  }

  /** A text cut at the terms it names, each explained where it comes first. */
  pieces(text: string): ExplainedPiece[] {
    const seen = new Set<string>();
    const cut: ExplainedPiece[] = [];
    let from = 0;
    for (const { id, at, word } of this.#found(text)) {
      if (seen.has(id)) continue;
      seen.add(id);
      cut.push({ text: text.slice(from, at) }, { text: word, explanation: this.entry(id).text });
      from = at + word.length;
    }
    return [...cut, { text: text.slice(from) }];
  }

  #found(text: string): { id: string; at: number; word: string }[] {
    return [...text.matchAll(this.#pattern)].flatMap(({ 0: word, index, groups = {} }) => {
      const id = Object.keys(groups).find((name) => groups[name] !== undefined);
      return id ? [{ id, at: index, word }] : [];
    });
  }
}

/** A term for each glyph of a game, found by its name. */
export function glyphTerms(glyphs: Glyphs): Record<string, Term> {
  return Object.fromEntries(
    glyphs.kinds.map((kind) => [
      kind,
      {
        pattern: new RegExp(`\\b${glyphs.nameOf(kind)}\\b`),
        sign: { picture: Glyph, kind },
      },
    ]),
  );
}
