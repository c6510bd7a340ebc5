import type { Json, JsonObject, JsonSchema, Picks } from '../../api/types';
import { humanize } from '../../i18n/humanize';

interface FieldCommon {
  name: string;
  title: string;
  description: string | undefined;
}

/** A value and what the page calls it. */
export interface Labelled {
  value: string;
  label: string;
}

export interface EnumField extends FieldCommon {
  kind: 'enum';
  default: string;
  values: Labelled[];
}

export interface BooleanField extends FieldCommon {
  kind: 'boolean';
  default: boolean;
}

export interface IntegerField extends FieldCommon {
  kind: 'integer';
  default: number;
  minimum: number | undefined;
  maximum: number | undefined;
}

export interface TextField extends FieldCommon {
  kind: 'text';
  default: string;
}

export interface ListField extends FieldCommon {
  kind: 'list';
  default: string[];
  /** The allowed values, if known. */
  values: Labelled[] | undefined;
}

export interface PickField extends FieldCommon {
  kind: 'pick';
  default: string[];
  picks: Picks;
}

/** One option of a game, as a field of a form. */
export type OptionField =
  EnumField | BooleanField | IntegerField | TextField | ListField | PickField;
export type OptionValue = OptionField['default'];

/** The fields for a game's options, in schema order. Options no form can show are left out. */
export function schemaFields(schema: JsonSchema): OptionField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = fieldOf(name, resolveReference(property, schema));
    return field ? [field] : [];
  });
}

/** Values that differ from the defaults: only these are sent. */
export function chosenOptions(
  fields: OptionField[],
  values: Record<string, OptionValue>,
): JsonObject {
  const chosen: JsonObject = {};
  for (const { name, default: defaultValue } of fields) {
    const value = values[name];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(defaultValue)) {
      chosen[name] = value;
    }
  }
  return chosen;
}

function fieldOf(name: string, schema: JsonSchema): OptionField | undefined {
  const common: FieldCommon = {
    name,
    title: schema.title ?? humanize(name),
    description: schema.description,
  };
  const defaultValue = schema.default;
  if (schema.enum) {
    const listed = schema.enum.filter((value) => value !== null).map(String);
    const first = String(defaultValue ?? listed[0] ?? '');
    const values = [first, ...listed.filter((value) => value !== first)];
    return { ...common, kind: 'enum', values: values.map(labelled), default: first };
  }
  switch (schema.type) {
    case 'boolean':
      return { ...common, kind: 'boolean', default: defaultValue === true };
    case 'integer':
      return {
        ...common,
        kind: 'integer',
        default: typeof defaultValue === 'number' ? defaultValue : (schema.minimum ?? 0),
        minimum: schema.minimum,
        maximum: schema.maximum,
      };
    case 'string':
      return {
        ...common,
        kind: 'text',
        default: typeof defaultValue === 'string' ? defaultValue : '',
      };
    case 'array':
      if (schema.picks) {
        return { ...common, kind: 'pick', default: stringsOf(defaultValue), picks: schema.picks };
      }
      if (schema.items?.type === 'object') return undefined;
      return {
        ...common,
        kind: 'list',
        default: stringsOf(defaultValue),
        values: schema.items?.enum?.map(String).map(labelled),
      };
    default:
      return undefined;
  }
}

function labelled(value: string): Labelled {
  return { value, label: humanize(value) };
}

/** References followed, "or nothing" taken off. */
function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return resolveReference({ ...root.$defs?.[name], ...omitMember(schema, '$ref') }, root);
  const nonNullSchema = schema.anyOf?.find(({ type }) => type !== 'null');
  if (nonNullSchema)
    return resolveReference({ ...nonNullSchema, ...omitMember(schema, 'anyOf') }, root);
  const items = schema.items && resolveReference(schema.items, root);
  return items ? { ...schema, items } : schema;
}

function omitMember(schema: JsonSchema, member: '$ref' | 'anyOf'): JsonSchema {
  const rest = { ...schema };
  delete rest[member];
  return rest;
}

function stringsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
