import { expect, test } from 'vitest';

import { zonesOf, type Schema, type ViewSchemas } from './table_zones';

const NOTHING: ViewSchemas = { view: undefined, open: undefined, types: {} };

const properties: Record<string, Schema> = {
  deck: { type: 'integer', minimum: 0, description: 'How many cards are left.' },
  played: { type: 'array', items: { type: 'string' } },
  heat: { type: 'integer', minimum: 0, maximum: 8 },
  hand: { type: 'array', items: { type: 'string' } },
  stock: { $ref: '#/$defs/Stock' },
  players: { type: 'object', propertyNames: { pattern: '^p[0-9]$' } },
};
const { hand: _, ...open } = properties;
const SCHEMAS: ViewSchemas = {
  view: { type: 'object', properties },
  open: { type: 'object', properties: open },
  types: { Stock: { type: 'object', zone: 'group', properties: {} } },
};
const TABLE = {
  players: { p0: { sum: 3 }, p1: { sum: 5 } },
  stock: { wood: 1 },
  hand: ['a'],
  heat: 3,
  deck: 40,
  played: ['b'],
};

test('zones are sorted by what they are, in the order of the schema', () => {
  const zones = zonesOf(TABLE, SCHEMAS).map(({ name, kind }) => [name, kind]);
  expect(zones).toEqual([
    ['deck', 'pile'],
    ['played', 'tableau'],
    ['heat', 'track'],
    ['hand', 'hand'],
    ['stock', 'group'],
    ['players', 'players'],
  ]);
});

test('a patch that adds a member last moves none', () => {
  const { deck, ...rest } = TABLE;
  const names = (table: typeof TABLE) => zonesOf(table, SCHEMAS).map(({ name }) => name);
  expect(names({ ...rest, deck })).toEqual(names(TABLE));
});

test('without a schema zones are in the order of their names', () => {
  expect(zonesOf(TABLE, NOTHING).map(({ name }) => name)).toEqual(Object.keys(TABLE).sort());
});

test('what the author says of a zone is its help', () => {
  expect(zonesOf(TABLE, SCHEMAS)[0]?.help).toBe('How many cards are left.');
});
