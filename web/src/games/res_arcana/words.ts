import { catalogue, type Translation } from '../../i18n/text';
import { english } from './texts/english';

/** What the board itself says; sentences of the game come from the server. */
export const words = catalogue(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);
