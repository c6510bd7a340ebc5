import { catalogue, type Translation } from '../../i18n/text';
import { english } from './texts/english';

/** What the rules at the table say. */
export const rulesWords = catalogue(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);
