/** With fewer letters in common, names differ enough at their beginning to stay whole. */
const MIN_COMMON_LETTERS = 3;

/** Each name, split where it differs from the other name with which it shares the longest prefix. */
export function nameParts(names: string[]): string[][] {
  const all = names.map((name) => [...name]);
  return all.map((name, place) => {
    const others = all.filter((_, other) => other !== place);
    let splitAt = Math.max(0, ...others.map((other) => commonPrefixLength(name, other)));
    // A number stays whole.
    while (/\d/.test(name[splitAt - 1] ?? '')) splitAt -= 1;
    const parts = [name.slice(0, splitAt), name.slice(splitAt)].map((part) => part.join(''));
    return splitAt < MIN_COMMON_LETTERS || parts.includes('') ? [name.join('')] : parts;
  });
}

/** How many letters two names begin with alike. */
function commonPrefixLength(name: string[], other: string[]): number {
  const differs = name.findIndex((letter, place) => letter !== other[place]);
  return differs < 0 ? name.length : differs;
}
