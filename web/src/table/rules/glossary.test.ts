import { expect, test } from 'vitest';

import type { Component } from '../../api/types';
import { Glossary, type Explanation } from './glossary';

const TEXTS: Record<string, Explanation> = {
  move: ['Move', 'To another place.', '\\bMoves?\\b'],
  token: ['Move Token', 'Allows a Move.', '\\bMove Tokens?\\b'],
  heavy: ['Heavy', 'Never moves.'],
};
const GLOSSARY = new Glossary(
  {
    heavy: { on: ({ facts }) => facts?.heavy === true, sign: { letters: 'H' } },
  },
  () => TEXTS,
);
const STONE: Component = {
  id: 'stone',
  name: 'Stone',
  kind: 'card',
  text: 'Spend a Move Token, then Move this and Move that.',
  facts: { heavy: true },
};

test('a component explains its signs first, then the words of its text, each once', () => {
  expect(GLOSSARY.usedBy(STONE).map(({ id }) => id)).toEqual(['heavy', 'token', 'move']);
  expect(GLOSSARY.usedBy({ ...STONE, text: '', facts: {} })).toEqual([]);
});

test('a term is marked where a text names it first; the longer one counts', () => {
  expect(GLOSSARY.pieces(STONE.text ?? '')).toEqual([
    { text: 'Spend a ' },
    { text: 'Move Token', explanation: 'Allows a Move.' },
    { text: ', then ' },
    { text: 'Move', explanation: 'To another place.' },
    { text: ' this and Move that.' },
  ]);
});

test('entries come in the order of the texts', () => {
  expect(GLOSSARY.entries.map(({ name }) => name)).toEqual(['Move', 'Move Token', 'Heavy']);
});

test('an empty glossary marks nothing', () => {
  expect(new Glossary({}, () => ({})).pieces('Move')).toEqual([{ text: 'Move' }]);
});
