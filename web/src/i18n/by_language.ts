import { language } from './text';

/** What a game says in the language of the page, or in English. */
export function inPageLanguage<T>(said: Record<string, T>): T | undefined {
  return said[language.current] ?? said.en;
}
