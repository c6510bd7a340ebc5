import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import GenericCardFace from '../cards/GenericCardFace.svelte';
import { Glyphs } from './glyphs';

const coin = { colour: 'gold', outline: 'M0 0', marks: [] };
const GLYPHS = new Glyphs({ big: { name: 'Crown', ...coin }, small: { name: 'Penny', ...coin } });

test('a sentence is cut at what it counts of the game’s own things', () => {
  expect(GLYPHS.pieces('Pay 2 Crown or X Penny, never 3 Life')).toEqual([
    { text: 'Pay ' },
    { text: 'Crown', kind: 'big', before: '2\u00a0', after: '' },
    { text: ' or ' },
    { text: 'Penny', kind: 'small', before: 'X\u00a0', after: ',' },
    { text: ' never 3 Life' },
  ]);
  expect(GLYPHS.pieces('Penny')).toEqual([{ text: 'Penny', kind: 'small' }]);
});

test('things are found by their names in the language, not by what the page calls them', () => {
  const glyphs = new Glyphs({
    big: { name: 'Crown', label: () => 'Élan', ...coin },
    any: { name: 'any', anyName: () => 'beliebige', ...coin },
  });
  expect(glyphs.pieces('Gagne 2 Élan, 1 Élanté, 3 beliebige').map(({ kind }) => kind)).toEqual([
    undefined,
    'big',
    undefined,
  ]);
  expect(glyphs.pieces('Gain 1 Crown')[1]).toMatchObject({ kind: 'big' });
  expect([glyphs.nameOf('big'), glyphs.nameOf('any')]).toEqual(['Élan', 'beliebige']);
});

test('brackets and stops stay with the glyph they touch', () => {
  expect(GLYPHS.pieces('Gain (2 Crown/1 Penny).').slice(1, -1)).toEqual([
    { text: 'Crown', kind: 'big', before: '(2\u00a0', after: '/' },
    { text: '' },
    { text: 'Penny', kind: 'small', before: '1\u00a0', after: ').' },
  ]);
});

test('a game that counts nothing has plain sentences', () => {
  expect(new Glyphs({}).pieces('Pay 2 Crown')).toEqual([{ text: 'Pay 2 Crown' }]);
});

test('a mix is listed in the usual order, unknown kinds last, zeros left out', () => {
  expect(GLYPHS.describeMix({ old_shoe: 1, small: 3, big: 2, none: 0 })).toBe(
    '2 Crown, 3 Penny, 1 Old shoe',
  );
});

test('a card of a game without a face of its own says what its facts say', () => {
  const component = { id: 'c7', name: '7', kind: 'card', facts: { value: 7, tags: ['red'] } };
  const { container } = render(GenericCardFace, { component, size: 'large' });
  expect(container.textContent).toContain('Value: 7');
  expect(container.textContent).not.toContain('Tags');
});

test('what has no glyph has the name that the game gives it, or one made of its id', () => {
  const glyphs = new Glyphs({}, { salt2: 'Salt Quay' });
  expect(glyphs.describeMix({ salt2: 2, salt_quay: 1 })).toBe('2 Salt Quay, 1 Salt quay');
});
