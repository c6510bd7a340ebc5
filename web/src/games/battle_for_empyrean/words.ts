import { inLanguages, type Translation } from '../../i18n/text';
import { english, type EmpyreanWords } from './texts/english';

const chosen = inLanguages<EmpyreanWords>(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);

/**
 * The board's texts in the chosen language, looked up at every use; sentences of the game come
 * from the server.
 */
export const words: EmpyreanWords = new Proxy(english, {
  get: (_, key) => chosen()[key as keyof EmpyreanWords],
});
