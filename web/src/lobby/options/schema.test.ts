// @vitest-environment node

import { expect, test } from 'vitest';

import { chosenOptions, schemaFields } from './schema';

const SCHEMA = {
  type: 'object',
  properties: {
    round_limit: {
      type: 'integer',
      title: 'Round limit',
      description: 'End after this many rounds; 0 for never.',
      minimum: 0,
      maximum: 1000,
      default: 0,
    },
    draft: { enum: ['none', 'four_cards'], default: 'none' },
    perlae: { type: 'boolean', default: false },
    mages: { type: 'array', items: { $ref: '#/$defs/Mage' }, default: [] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    odd: { type: 'object' },
    odder: { type: 'array', items: { type: 'object' }, default: [] },
  },
  $defs: { Mage: { enum: ['druid', 'witch'] } },
};

test('a schema becomes fields, in its order', () => {
  expect(schemaFields(SCHEMA).map(({ name, kind }) => [name, kind])).toEqual([
    ['round_limit', 'integer'],
    ['draft', 'enum'],
    ['perlae', 'boolean'],
    ['mages', 'list'],
    ['note', 'text'],
  ]);
});

test('titles come from the schema, or from the name', () => {
  expect(schemaFields(SCHEMA).map(({ title }) => title)).toContain('Round limit');
  expect(schemaFields(SCHEMA).map(({ title }) => title)).toContain('Draft');
});

test('a list knows what may stand in it through a reference', () => {
  const list = schemaFields(SCHEMA).find(({ kind }) => kind === 'list');
  const values = [
    { value: 'druid', label: 'Druid' },
    { value: 'witch', label: 'Witch' },
  ];
  expect(list).toMatchObject({ values, default: [] });
});

test('only what differs from the defaults is sent', () => {
  const fields = schemaFields(SCHEMA);
  const values = { round_limit: 9, draft: 'none', perlae: true, mages: [] };
  expect(chosenOptions(fields, values)).toEqual({ round_limit: 9, perlae: true });
});
