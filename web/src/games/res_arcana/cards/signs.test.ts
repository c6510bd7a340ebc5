import { expect, test } from 'vitest';

import { ESSENCES } from '../essences';
import reference from '../reference';
import { powerSigns, type PowerSign } from './power_signs';

const nameOf = (sign: PowerSign): string => {
  if ('essence' in sign) return `${sign.count} ${sign.essence}`;
  if ('between' in sign) return sign.between;
  return 'picture' in sign ? sign.kind : 'sign';
};
const signs = (text: string, kind = 'action') =>
  powerSigns(text, kind, reference.glossary).map(nameOf).join(' ');

test('a power in signs says what it costs, then what it gives', () => {
  expect(signs('pay 2 Death: put 2 Calm and 1 Life on this.')).toBe('2 death → 2 calm 1 life');
  expect(signs('draw 3 cards, then discard 3.')).toBe('sign 3 sign 3');
  expect(signs('Collect 1 Calm or 1 Elan.', 'collect')).toBe('1 calm 1 elan');
});

test('what no sign stands for is said to be there', () => {
  expect(signs('pay 1 Elan: check it.')).toBe('1 elan → …');
  expect(signs('look at the top 3 cards.')).toBe('3 …');
});

test('an essence that is left out is no gain', () => {
  expect(ESSENCES.kinds).toContain('gold');
  expect(signs('pay 2 of any: gain 3 of any but Gold.')).toBe('2 any → 3 any');
});
