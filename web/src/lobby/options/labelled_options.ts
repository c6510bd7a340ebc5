import type { JsonSchema } from '../../api/types';
import { schemaFields, type Labelled, type OptionField } from './schema';

interface OptionTexts {
  title: string;
  description: string;
  /** Labels for the values of an enumeration. */
  values?: Record<string, string>;
}

/** What the lobby and the create form say of a game. */
export interface GameTexts {
  /** The game in a sentence. */
  gist: string;
  options: Record<string, OptionTexts>;
}

/** An option that every game has. */
const SHARED = 'round_limit';

/** The options of a game as fields of a form, in the page's words and order or, without any, the
 * server's, with the game's own options first. */
export function labelledOptions(schema: JsonSchema, texts: GameTexts | undefined): OptionField[] {
  const order = Object.keys(texts?.options ?? {});
  const rank = ({ name }: OptionField) =>
    order.includes(name) ? order.indexOf(name) : order.length + Number(name === SHARED);
  return schemaFields(schema)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((field) => {
      const optionTexts = texts?.options[field.name];
      return optionTexts ? labelled(field, optionTexts) : field;
    });
}

function labelled(
  field: OptionField,
  { title, description, values = {} }: OptionTexts,
): OptionField {
  const labels = { title, description };
  if (!('values' in field) || !field.values) return { ...field, ...labels };
  const label = (value: Labelled) => ({ ...value, label: values[value.value] ?? value.label });
  return { ...field, ...labels, values: field.values.map(label) };
}
