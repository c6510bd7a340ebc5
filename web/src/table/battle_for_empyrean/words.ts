import { language } from '../../lib/text';
import { english, type EmpyreanWords } from './texts/english';
import { german } from './texts/german';

const TEXTS = { en: english, de: german };

/**
 * The words of this board in the chosen language, looked up at every use; sentences of the game come
 * from the server.
 */
export const words: EmpyreanWords = new Proxy(english, {
  get: (_, key) => TEXTS[language.current][key as keyof EmpyreanWords],
});
