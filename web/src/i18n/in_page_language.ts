import { language } from './text';

/** What a game says in the language of the page, or in English. */
export function inPageLanguage<T>(texts: Record<string, T>): T | undefined {
  return texts[language.current] ?? texts.en;
}
