import { expect, test } from 'vitest';

import { tellingParts } from './telling_parts';

test('names that begin alike are parted where they differ', () => {
  expect(tellingParts(['Ada', 'Normal 1', 'Normal 2'])).toEqual([
    ['Ada'],
    ['Normal ', '1'],
    ['Normal ', '2'],
  ]);
  expect(tellingParts(['Bartholomew of Ghent', 'Bartholomew of Bruges'])).toEqual([
    ['Bartholomew of ', 'Ghent'],
    ['Bartholomew of ', 'Bruges'],
  ]);
});

test('a number at the end stays whole', () => {
  expect(tellingParts(['Normal 1', 'Normal 10'])).toEqual([
    ['Normal ', '1'],
    ['Normal ', '10'],
  ]);
});

test('names that begin differently, or with one another, are whole', () => {
  expect(tellingParts(['Anna', 'Anselm', 'Zoe'])).toEqual([['Anna'], ['Anselm'], ['Zoe']]);
  expect(tellingParts(['Guide', 'Guide'])).toEqual([['Guide'], ['Guide']]);
  expect(tellingParts([])).toEqual([]);
});
