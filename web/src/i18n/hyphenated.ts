const MIN_WORD_LENGTH = 10;
/** Letters before and after a hyphen. */
const MIN_PART_LENGTH = 3;
const VOWEL = /[aeiouyàáäæèéíïðòóöøúüý]/;
/** Two letters that stay together. */
const TOGETHER = /^(?:ch|ck|gh|ph|qu|sh|st|th|wh)$/;
const SOFT_HYPHEN = '\u00AD';

/**
 * A name whose long words may be divided where a tile is narrow: before a consonant that a vowel
 * follows. Browsers know the syllables of some languages, but not of names from all over the world.
 */
export function hyphenated(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => (word.length < MIN_WORD_LENGTH ? word : divided(word)));
}

function divided(word: string): string {
  return [...word].map((letter, at) => (mayDivide(word, at) ? SOFT_HYPHEN : '') + letter).join('');
}

function mayDivide(word: string, at: number): boolean {
  if (at < MIN_PART_LENGTH || at > word.length - MIN_PART_LENGTH) return false;
  if (TOGETHER.test(word.slice(at - 2, at))) return false;
  const [before, letter, after] = word.slice(at - 1, at + 2).toLowerCase();
  if (!before || !letter || !after || VOWEL.test(letter)) return false;
  return !TOGETHER.test(before + letter) && (VOWEL.test(after) || TOGETHER.test(letter + after));
}
