import { expect, test } from 'vitest';

import { splitAtNames, type NamedComponent } from './named_components';

const named = (...names: string[]): NamedComponent => ({
  names,
  target: `card:${names[0]}`,
  highlights: [],
});
const cut = (text: string, ...all: NamedComponent[]) =>
  splitAtNames(text, all).map(({ text, named }) => (named ? `[${text}]` : text));

test('a line is cut at the names of the components that it is about', () => {
  expect(cut('Bob swaps Death / Life for Hawk', named('Hawk'), named('Death / Life'))).toEqual([
    'Bob swaps ',
    '[Death / Life]',
    ' for ',
    '[Hawk]',
  ]);
});

test('the longest name counts, and signs in it mean themselves', () => {
  expect(cut('Rubedo 2 (x) hits', named('Rubedo 2', 'Rubedo'), named('(x)'))).toEqual([
    '[Rubedo 2]',
    ' ',
    '[(x)]',
    ' hits',
  ]);
  expect(cut('Nothing', named('Hawk'))).toEqual(['Nothing']);
  expect(cut('Nothing')).toEqual(['Nothing']);
});
