// @vitest-environment node

import { expect, test } from 'vitest';

import { SOURCES, type Entry } from '../messages/sources';

/** Values that are numbers, and are followed by a noun in the plural. */
const COUNTED =
  /\{(?:count|n|number|distance|plies|minutes|most|over|round|turns|cards)\} (?!Egis\b|results\b)\p{L}+s\b/u;

function hardWired({ names, forms }: Entry): boolean {
  return forms.length === 1 && names.length > 0 && COUNTED.test(forms[0] ?? '');
}

test('a number before a noun in the plural is found, unless it has a form for one', () => {
  expect(hardWired({ path: '', names: ['count'], forms: ['{count} cards'] })).toBe(true);
  expect(hardWired({ path: '', names: ['count'], forms: ['{count} card', '{count} cards'] })).toBe(
    false,
  );
});

test('no message has its plural hard-wired', () => {
  expect(SOURCES.length).toBeGreaterThan(10);
  const hardWiredEntries = SOURCES.flatMap(({ entries }) => entries.filter(hardWired));
  expect(hardWiredEntries.map(({ path, forms }) => `${path}: ${forms[0]}`)).toEqual([]);
});

test('what is counted beside a number has a form for one', () => {
  const short = SOURCES.flatMap(({ entries }) =>
    entries.filter(({ path }) => path === 'short.leads'),
  );
  expect(short.map(({ forms }) => forms)).toEqual([['field', 'fields']]);
});
