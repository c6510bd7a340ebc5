import { expect, test } from 'vitest';

import { hyphenated } from './hyphenated';

test.each([
  ['Tezcatlipoca', 'Tez-cat-li-poca'],
  ['Huitzilopochtli', 'Huit-zi-lo-po-chtli'],
  ['Menningúlfar', 'Men-nin-gúl-far'],
  ['Standard Cataphract', 'Standard Cata-phract'],
  ['Bloodstone', 'Blood-stone'],
  ['Onna-musha', 'Onna-musha'],
  ['Jaguar Spirit', 'Jaguar Spirit'],
  ["Wayfarers' Crossing", "Wayfarers' Crossing"],
])('%s may be divided as %s', (name, divided) => {
  expect(hyphenated(name).replaceAll('\u00AD', '-')).toBe(divided);
});
