const ADJECTIVES = [
  'Quiet',
  'Amber',
  'Bold',
  'Silver',
  'Patient',
  'Merry',
  'Clever',
  'Velvet',
  'Wry',
];
const ANIMALS = ['Otter', 'Raven', 'Lynx', 'Heron', 'Badger', 'Moth', 'Falcon', 'Hare', 'Wren'];

/** A random name for a new guest; it can be changed at any time. */
export function randomGuestName(): string {
  const number = 10 + Math.floor(Math.random() * 990);
  return `${pick(ADJECTIVES)} ${pick(ANIMALS)} ${number}`;
}

function pick(words: string[]): string {
  return words[Math.floor(Math.random() * words.length)] ?? '';
}
