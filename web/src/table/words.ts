import { language } from '../lib/text';
import { english, type Words } from './texts/english';
import { german } from './texts/german';

const TEXTS = { en: english, de: german };

/** The words of the table in the chosen language, looked up at every use. */
export const words: Words = new Proxy(english, {
  get: (_, key) => TEXTS[language.current][key as keyof Words],
});
