/** Text sizes: how small a text must be set to stand whole in its box, from the number of its
 * letters, so nothing is measured on the page. */

/** In shares of the width of a card. */
const SIZES = [0.076, 0.072, 0.068, 0.064, 0.06, 0.056, 0.052, 0.048];
const LINE_HEIGHT = 1.15;
const LETTER_WIDTH = 0.44;
/** What doesn't fit at the end of a line, in letters. */
const LOST_LETTERS = 2.5;

/** How many lines a text takes in a box of this width, at this size. */
function linesOf(length: number, width: number, size: number, letter = LETTER_WIDTH): number {
  return Math.ceil((length + 1) / Math.max(6, width / (size * letter) - LOST_LETTERS));
}

/** The largest size at which a text fits into a box, all in shares of a card's width. */
export function textSize(text: string, width: number, height: number): number {
  const fits = (size: number) => linesOf(text.length, width, size) * size * LINE_HEIGHT <= height;
  return SIZES.find(fits) ?? Math.min(...SIZES);
}

/** In pixels. */
const LAW_SIZES = [13.5, 13, 12.5, 12];
const LAW_LINE_HEIGHT = 1.24;
/** The type of a banner is lighter before a dark ground, and set a little wider. */
const LAW_LETTER_WIDTH = 0.46;
/** The sign of a phase and the space around its name, in letters. */
const SIGN_LETTERS = 5;

/** The largest size at which the effects of a battlefield, each with its phase, fit onto its banner, in
 * pixels, and whether they do. */
export function lawSize(
  effects: readonly (readonly [phase: string, text: string])[],
  width: number,
  height: number,
): { size: number; fits: boolean } {
  const fits = (size: number) =>
    effects
      .map(([phase, text]) => phase.length + SIGN_LETTERS + text.length)
      .reduce((sum, length) => sum + linesOf(length, width, size, LAW_LETTER_WIDTH), 0) *
      size *
      LAW_LINE_HEIGHT +
      2 * effects.length <=
    height;
  const size = LAW_SIZES.find(fits);
  return { size: size ?? Math.min(...LAW_SIZES), fits: size !== undefined };
}
