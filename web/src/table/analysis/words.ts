import { catalogue, type Translation } from '../../i18n/text';
import { english } from './texts/english';

/** What the analysis says. */
export const analysisWords = catalogue(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);
