import { expect, test } from 'vitest';

import { nameParts } from './name_parts';

test('names that begin alike are parted where they differ', () => {
  expect(nameParts(['Ada', 'Normal 1', 'Normal 2'])).toEqual([
    ['Ada'],
    ['Normal ', '1'],
    ['Normal ', '2'],
  ]);
  expect(nameParts(['Bartholomew of Ghent', 'Bartholomew of Bruges'])).toEqual([
    ['Bartholomew of ', 'Ghent'],
    ['Bartholomew of ', 'Bruges'],
  ]);
});

test('a number at the end stays whole', () => {
  expect(nameParts(['Normal 1', 'Normal 10'])).toEqual([
    ['Normal ', '1'],
    ['Normal ', '10'],
  ]);
});

test('names that begin differently, or with one another, are whole', () => {
  expect(nameParts(['Anna', 'Anselm', 'Zoe'])).toEqual([['Anna'], ['Anselm'], ['Zoe']]);
  expect(nameParts(['Guide', 'Guide'])).toEqual([['Guide'], ['Guide']]);
  expect(nameParts([])).toEqual([]);
});
