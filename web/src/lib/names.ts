const FIRST = ['Quiet', 'Amber', 'Bold', 'Silver', 'Patient', 'Merry', 'Clever', 'Velvet', 'Wry'];
const SECOND = ['Otter', 'Raven', 'Lynx', 'Heron', 'Badger', 'Moth', 'Falcon', 'Hare', 'Wren'];

/** A name for somebody who just wants to play; it can be changed at any time. */
export function anyName(): string {
  const number = 10 + Math.floor(Math.random() * 990);
  return `${pick(FIRST)} ${pick(SECOND)} ${number}`;
}

function pick(words: string[]): string {
  return words[Math.floor(Math.random() * words.length)] ?? '';
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name within a sentence: one that is written from right to left does not carry the words and
 * numbers beside it along. Where a name stands alone, `<bdi>` does the same.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
