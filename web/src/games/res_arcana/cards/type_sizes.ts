/** Type sizes: how large the powers of a component are set on its card. */

import type { Component } from '../../../api/types';
import { paragraphSize } from '../../../table/cards/type_fit';
import { ESSENCES } from '../essences';
import { shortLinesOf } from './facts';

const LETTERS_OF_A_GLYPH = 2.5;

/** The largest size at which all powers of a component fit into a box, in shares of its width. */
export function typeSize(component: Component, width: number, height: number): number {
  const lengths = shortLinesOf(component).map(({ text }) => lettersOf(text));
  return paragraphSize(lengths, width, height);
}

/** Letters as wide as a text is with glyphs for its essences. */
function lettersOf(text: string): number {
  return ESSENCES.pieces(text).reduce(
    (sum, piece) =>
      sum + (piece.kind ? LETTERS_OF_A_GLYPH + (piece.before?.length ?? 0) : piece.text.length),
    0,
  );
}
