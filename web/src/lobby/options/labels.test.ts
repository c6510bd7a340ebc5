// @vitest-environment node

import { expect, test } from 'vitest';

import { labelledOptions } from './labelled_options';

const SCHEMA = {
  properties: {
    mode: { title: 'Mode', description: 'How it is played.', enum: ['draft'], default: 'draft' },
    sides: { type: 'array', items: { enum: ['sun', 'moon'] } },
    newest: { title: 'Newest', description: 'Nobody has translated it yet.', type: 'boolean' },
  },
};
const TEXTS = {
  gist: '',
  options: {
    mode: { title: 'Spielweise', description: 'Wie?', values: { draft: 'Mit Auswahl' } },
    sides: { title: 'Seiten', description: 'Welche?', values: { sun: 'Sonne' } },
  },
};

test('an option has the words of the page, and those of the server where there are none', () => {
  const [mode, sides, newest] = labelledOptions(SCHEMA, TEXTS);
  expect(mode).toMatchObject({ title: 'Spielweise', description: 'Wie?' });
  expect(mode).toMatchObject({ values: [{ value: 'draft', label: 'Mit Auswahl' }] });
  expect(sides).toMatchObject({
    values: [
      { value: 'sun', label: 'Sonne' },
      { value: 'moon', label: 'Moon' },
    ],
  });
  expect(newest).toMatchObject({ title: 'Newest', description: 'Nobody has translated it yet.' });
});

test('options stand in the order of the texts, those of the server alone at the end', () => {
  const { mode, sides, newest } = SCHEMA.properties;
  const options = labelledOptions({ properties: { newest, sides, mode } }, TEXTS);
  expect(options.map(({ name }) => name)).toEqual(['mode', 'sides', 'newest']);
});

test('what every game has stands behind the options of a game', () => {
  const properties = { round_limit: { type: 'integer' }, mode: SCHEMA.properties.mode };
  const options = labelledOptions({ properties }, undefined);
  expect(options.map(({ name }) => name)).toEqual(['mode', 'round_limit']);
});

test('a game without texts speaks for itself', () => {
  expect(labelledOptions(SCHEMA, undefined)[0]).toMatchObject({
    title: 'Mode',
    values: [{ value: 'draft', label: 'Draft' }],
  });
});
