import { inLanguages, type Translation } from '../i18n/text';
import { english, type Words } from './texts/english';

const chosen = inLanguages<Words>(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);

/** The texts of the table in the chosen language, looked up at every use. */
export const words: Words = new Proxy(english, {
  get: (_, key) => chosen()[key as keyof Words],
});
