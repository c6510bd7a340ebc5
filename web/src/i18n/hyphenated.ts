const MIN_WORD_LENGTH = 10;
/** Letters before and after a hyphen. */
const MIN_PART_LENGTH = 3;
const VOWEL = /[aeiouyàáäæèéíïðòóöøúüý]/;
/** Two letters that stay together. */
const INSEPARABLE = /^(?:ch|ck|gh|ph|qu|sh|st|th|wh)$/;
const SOFT_HYPHEN = '\u00AD';

/**
 * A name whose long words may be divided where a tile is narrow: before a consonant that a vowel
 * follows. Browsers know the syllables of some languages, but not of names from all over the world.
 */
export function hyphenated(name: string): string {
  return name.replace(/\p{L}+/gu, (word) =>
    word.length < MIN_WORD_LENGTH ? word : hyphenateWord(word),
  );
}

function hyphenateWord(word: string): string {
  return [...word]
    .map((letter, index) => (mayHyphenate(word, index) ? SOFT_HYPHEN : '') + letter)
    .join('');
}

function mayHyphenate(word: string, index: number): boolean {
  if (index < MIN_PART_LENGTH || index > word.length - MIN_PART_LENGTH) return false;
  if (INSEPARABLE.test(word.slice(index - 2, index))) return false;
  const [before, letter, after] = word.slice(index - 1, index + 2).toLowerCase();
  if (!before || !letter || !after || VOWEL.test(letter)) return false;
  return (
    !INSEPARABLE.test(before + letter) && (VOWEL.test(after) || INSEPARABLE.test(letter + after))
  );
}
