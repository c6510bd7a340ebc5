import { catalogue, type Translation } from '../i18n/text';
import { english } from './texts/english';

/** What the table says. */
export const words = catalogue(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);
