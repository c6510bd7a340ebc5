import { language } from './locale.svelte';

/** Names in a sentence: "Ann, Ben and Cid". */
export function formatList(names: readonly string[]): string {
  // The page is in British English, which has no comma before the last name.
  const locale = language.current === 'en' ? 'en-GB' : language.current;
  return new Intl.ListFormat(locale).format(names);
}
