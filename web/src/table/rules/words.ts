import { inLanguages, type Translation } from '../../i18n/text';
import { english, type RulesWords } from './texts/english';

const chosen = inLanguages<RulesWords>(
  english,
  import.meta.glob<Translation>('./texts/*.po', { import: 'default' }),
);

/** The texts of the rules at the table in the chosen language, looked up at every use. */
export const rulesWords: RulesWords = new Proxy(english, {
  get: (_, key) => chosen()[key as keyof RulesWords],
});
