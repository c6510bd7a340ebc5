/** Zones of a table without a board of its own: what a view holds, sorted by what it is, from the
 * schema of the game's views. An author may say it by `Meta(extra_json_schema={"zone": "pile"})`. */

import type { Component, Json, JsonObject } from '../../api/types';

/** players: what each of them has; hand: the viewer's cards; tableau: cards that lie open; pile: cards
 * of which only the number is known; track: a number between two bounds; counter: another fact; counts:
 * numbers by name; group: what belongs together. */
export type ZoneKind =
  'players' | 'hand' | 'tableau' | 'pile' | 'track' | 'counter' | 'counts' | 'group';

export interface Zone {
  name: string;
  kind: ZoneKind;
  value: Json;
  /** What the author says of it. */
  help: string | undefined;
  schema: Schema | undefined;
}

/** The part of JSON schema that views use. */
export interface Schema {
  $ref?: string;
  zone?: ZoneKind;
  type?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: { pattern?: string };
}

/** The schemas of a game's views, and the types that they refer to. */
export interface ViewSchemas {
  /** Of the viewer's view. */
  view: Schema | undefined;
  /** Of a spectator's view: what it lacks is secret. */
  open: Schema | undefined;
  types: Record<string, Schema>;
}

const PILE = /deck|pile|supply|bag|stack|hand_size|discard/;
const PLAYER = /^p\d$/;

export const isPlain = (json: Json | undefined): json is string | number | boolean | null =>
  json === null || typeof json !== 'object';

const idsByName = new WeakMap<Map<string, Component>, Map<string, string>>();

/** The component that a scalar of a view is: by its id, or by a name that no other one has. */
export function componentOf(scalar: Json, components: Map<string, Component>): string | undefined {
  if (typeof scalar !== 'string' && typeof scalar !== 'number') return undefined;
  if (components.has(`${scalar}`)) return `${scalar}`;
  let ids = idsByName.get(components);
  if (!ids) {
    ids = new Map([...components.values()].map(({ id, name }) => [name, id]));
    if (ids.size < components.size) ids = new Map();
    idsByName.set(components, ids);
  }
  return ids.get(`${scalar}`);
}

/** All components that lie somewhere in a view. */
export function componentsIn(json: Json, components: Map<string, Component>): string[] {
  if (isPlain(json)) return [componentOf(json, components) ?? []].flat();
  return Object.values(json).flatMap((part: Json) => componentsIn(part, components));
}

/** What `$ref` refers to, with what stands beside it. */
export function resolved(schema: Schema | undefined, types: Record<string, Schema>): Schema {
  const target = schema?.$ref && types[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  return target ? { ...target, ...schema } : (schema ?? {});
}

/** The zones of an object of a view, in the order of its schema; without one, by name. A patch may add
 * members in another order. */
export function zonesOf(table: JsonObject, schemas: ViewSchemas): Zone[] {
  const { types } = schemas;
  const view = resolved(schemas.view, types);
  const open = resolved(schemas.open, types);
  const known = Object.keys(view.properties ?? {});
  const others = Object.keys(table)
    .filter((name) => !known.includes(name))
    .sort();
  return [...known, ...others].flatMap((name): Zone[] => {
    const value = table[name];
    if (value === undefined) return [];
    const member = view.additionalProperties;
    const schema = resolved(
      view.properties?.[name] ?? (typeof member === 'object' ? member : undefined),
      types,
    );
    const isSecret = !!view.properties && !!schemas.open && !open.properties?.[name];
    const kind = schema.zone ?? kindOf(name, value, schema, isSecret);
    return [{ name, kind, value, help: schema.description, schema }];
  });
}

function kindOf(name: string, value: Json, schema: Schema, isSecret: boolean): ZoneKind {
  if (Array.isArray(value)) {
    if (!value.every(isPlain)) return 'group';
    return isSecret || name === 'hand' ? 'hand' : 'tableau';
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && schema.maximum !== undefined) return 'track';
    return PILE.test(name) ? 'pile' : 'counter';
  }
  if (isPlain(value)) return 'counter';
  const members = Object.keys(value);
  if (members.length && members.every((member) => PLAYER.test(member))) return 'players';
  return Object.values(value).every((entry) => typeof entry === 'number') ? 'counts' : 'group';
}

/** The schemas of a member of an object, or of an element of a list. */
export function schemasWithin(zone: Zone, member: string, { types }: ViewSchemas): ViewSchemas {
  const { properties, additionalProperties, items } = resolved(zone.schema, types);
  const within = properties?.[member] ?? items;
  const view =
    within ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return { view, open: undefined, types };
}
