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

/** The options of a game as fields of a form, in the page's words and order or, without any, the
 * server's. */
export function labelledOptions(schema: JsonSchema, texts: GameTexts | undefined): OptionField[] {
  const order = Object.keys(texts?.options ?? {});
  const place = ({ name }: OptionField) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return schemaFields(schema)
    .toSorted((a, b) => place(a) - place(b))
    .map((field) => {
      const known = texts?.options[field.name];
      return known ? labelled(field, known) : field;
    });
}

function labelled(
  field: OptionField,
  { title, description, values = {} }: OptionTexts,
): OptionField {
  const called = { title, description };
  if (!('values' in field) || !field.values) return { ...field, ...called };
  const label = (value: Labelled) => ({ ...value, label: values[value.value] ?? value.label });
  return { ...field, ...called, values: field.values.map(label) };
}
