/** Type fit: how far a name or a text must shrink to stand whole in its room, estimated from its
 * letters; nothing is measured on the page. */

interface Typeface {
  /** Widths in em: capitals, other letters, narrow letters, spaces. */
  capital: number;
  letter: number;
  narrow: number;
  space: number;
}

/** Cinzel in bold, whose small letters are capitals too, and Source Sans in semibold. */
const DISPLAY: Typeface = { capital: 0.8, letter: 0.67, narrow: 0.38, space: 0.3 };
const TEXT: Typeface = { capital: 0.62, letter: 0.53, narrow: 0.29, space: 0.21 };
const NARROW = /[iljftrI'’.,-]/;

function widthOf(text: string, face: Typeface): number {
  return [...text].reduce((sum, sign) => {
    if (sign === ' ') return sum + face.space;
    if (NARROW.test(sign)) return sum + face.narrow;
    return sum + (sign === sign.toLowerCase() ? face.letter : face.capital);
  }, 0);
}

/** The widest line, in em, if the words are laid on at most two lines as well as can be. */
function widthOnLines(name: string, face: Typeface): number {
  const words = name.split(' ');
  const splits = words.map((_, place) =>
    [words.slice(0, place), words.slice(place)].map((line) => widthOf(line.join(' '), face)),
  );
  return Math.min(...splits.map((widths) => Math.max(...widths)));
}

/** Smaller than this no name is set: it is hyphenated instead. */
const MIN_FIT = 0.7;
const MIN_LINE_FIT = 0.5;

const fit = (needed: number, room: number, least = MIN_FIT) =>
  Math.max(least, Math.min(1, Math.round((room / needed) * 100) / 100));

/** How wide a name is on a single line, in em. */
export const displayWidth = (name: string) => Math.round(widthOf(name, DISPLAY) * 100) / 100;

/** The share of its usual size at which a name fits on two lines, `room` em wide. */
export const displayFit = (name: string, room: number) => fit(widthOnLines(name, DISPLAY), room);
export const textFit = (name: string, room: number) => fit(widthOnLines(name, TEXT), room);
/** The same on a single line. */
export const displayLineFit = (name: string, room: number) =>
  fit(widthOf(name, DISPLAY), room, MIN_LINE_FIT);
export const textLineFit = (name: string, room: number) =>
  fit(widthOf(name, TEXT), room, MIN_LINE_FIT);

/** Sizes of a card's text, in shares of its width, and what lines and letters take of them. */
const SIZES = [0.076, 0.073, 0.07, 0.066, 0.062, 0.058, 0.054];
const LINE_HEIGHT = 1.15;
const LETTER_WIDTH = 0.49;
/** A sign before a paragraph, and the word that doesn't fit at the end of a line, in letters. */
const LOST_LETTERS = 3;

/** The largest size at which paragraphs of so many letters fit into a box, in shares of its card's
 * width. */
export function paragraphSize(lengths: readonly number[], width: number, height: number): number {
  const fits = (size: number) => {
    const perLine = width / (size * LETTER_WIDTH) - LOST_LETTERS;
    const lines = lengths.reduce((sum, length) => sum + Math.ceil((length + 1) / perLine), 0);
    return (lines + 0.25 * (lengths.length - 1)) * size * LINE_HEIGHT <= height;
  };
  return SIZES.find(fits) ?? Math.min(...SIZES);
}
