/** Type sizes: how large the powers of a component are set on its card. */

import type { Component } from '../../../api/types';
import { paragraphSize } from '../../../table/cards/type_fit';
import type { Glossary } from '../../../table/rules/glossary';
import { ESSENCES } from '../essences';
import { shortLinesOf } from './facts';
import { powerSigns, type PowerSign } from './power_signs';

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

const MAX_SIGN_SIZE = 0.14;
/** In em: a line of signs, the sign of its kind and a gap, and what stands in it. */
const SIGN_LINE = 1.25;
const KIND_WIDTH = 1.2;
const DIGIT_WIDTH = 0.55;
const ICON_WIDTH = 1.3;
const LETTERS_WIDTH = 2.2;

/** The largest size at which all powers of a component fit into a box as lines of signs, in shares of
 * its width. */
export function signSize(
  component: Component,
  glossary: Glossary | undefined,
  width: number,
  height: number,
): number {
  const widths = shortLinesOf(component).map(({ text, kind }) =>
    powerSigns(text, kind, glossary).reduce((sum, sign) => sum + widthOf(sign), KIND_WIDTH),
  );
  return Math.min(
    MAX_SIGN_SIZE,
    ...widths.map((lineWidth) => width / lineWidth),
    height / (widths.length * SIGN_LINE),
  );
}

function widthOf(sign: PowerSign): number {
  if ('essence' in sign) return ICON_WIDTH + sign.count.length * DIGIT_WIDTH;
  if ('between' in sign) return Math.max(1, sign.between.length * DIGIT_WIDTH);
  return 'letters' in sign ? LETTERS_WIDTH : ICON_WIDTH;
}
