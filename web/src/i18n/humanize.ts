/** A key as words: "res_arcana" is "Res arcana". */
export function spoken(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
