import { afterEach, expect, test } from 'vitest';

import { optionsOf, sayValue } from './labels';
import { language } from '../../i18n/text';

const SCHEMA = {
  properties: {
    mode: { title: 'Mode', description: 'How it is played.', enum: ['draft'], default: 'draft' },
    newest: { title: 'Newest', description: 'Nobody has translated it yet.', type: 'boolean' },
  },
};

afterEach(() => language.choose('en'));

test('an option is called as in the reader’s language, what is not known as the server does', async () => {
  await language.choose('de');
  expect(optionsOf('res_arcana', SCHEMA).map(({ title }) => title)).toEqual([
    'Spielweise',
    'Newest',
  ]);
  expect(sayValue('res_arcana', 'mode', 'draft')).toBe('Mit Auswahl');
  expect(sayValue('tiny', 'mode', 'first_game')).toBe('First game');
});

test('in English the server’s own words stand', () => {
  expect(optionsOf('res_arcana', SCHEMA)[0]).toMatchObject({
    title: 'Mode',
    description: 'How it is played.',
  });
  expect(sayValue('res_arcana', 'mode', 'draft')).toBe('Draft');
});
