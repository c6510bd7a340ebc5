/** A key as words: "round_limit" is "Round limit". */
export function humanize(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
