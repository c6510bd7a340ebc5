/** With fewer letters in common, names are told apart by how they begin. */
const MIN_COMMON_LETTERS = 3;

/** Each name, parted where it differs from the other name that it has most letters in common with. */
export function tellingParts(names: string[]): string[][] {
  const all = names.map((name) => [...name]);
  return all.map((name, place) => {
    const others = all.filter((_, other) => other !== place);
    let at = Math.max(0, ...others.map((other) => lettersInCommon(name, other)));
    // A number stays whole.
    while (/\d/.test(name[at - 1] ?? '')) at -= 1;
    const parts = [name.slice(0, at), name.slice(at)].map((part) => part.join(''));
    return at < MIN_COMMON_LETTERS || parts.includes('') ? [name.join('')] : parts;
  });
}

/** How many letters two names begin with alike. */
function lettersInCommon(name: string[], other: string[]): number {
  const differs = name.findIndex((letter, place) => letter !== other[place]);
  return differs < 0 ? name.length : differs;
}
