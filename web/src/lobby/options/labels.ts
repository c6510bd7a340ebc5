import type { JsonSchema } from '../../api/types';
import { fieldsOf, type OptionField } from './schema';
import { spoken } from '../../i18n/humanize';
import { inLanguages } from '../../i18n/text';

interface OptionWords {
  title: string;
  description: string;
  /** Labels for the values of an enumeration. */
  values?: Record<string, string>;
}

type GameWords = Record<string, Record<string, OptionWords>>;

/** What the server, which speaks English, does not say itself. */
const words = inLanguages<GameWords>(
  {},
  { de: async () => (await import('../../i18n/texts/german/options.json')).default },
);

/** The options of a game as fields of a form, in the reader's language as far as it is known. */
export function optionsOf(game: string, schema: JsonSchema): OptionField[] {
  return fieldsOf(schema).map((field) => {
    const told = wordsOf(game, field.name);
    return told ? { ...field, title: told.title, description: told.description } : field;
  });
}

/** The label of an option's value. */
export function sayValue(game: string, option: string, value: string): string {
  return wordsOf(game, option)?.values?.[value] ?? spoken(value);
}

function wordsOf(game: string, option: string): OptionWords | undefined {
  return words()[game]?.[option];
}
