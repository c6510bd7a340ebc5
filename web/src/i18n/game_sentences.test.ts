import { expect, test } from 'vitest';

import vectors from '../../../tests/vectors/sentences.json';
import { GameSentences } from './game_sentences';

const sentences = new GameSentences(vectors.texts);

test.each(vectors.cases)('$key reads $text', ({ key, args, reader, text }) => {
  expect(sentences.render(key, args, vectors.players, reader)).toBe(text);
});

test('a message that the language lacks is left to the caller', () => {
  expect(sentences.render('event.unknown', {}, [])).toBeUndefined();
});

test('counts beyond the list of forms go by their last two digits', () => {
  const plural = Array.from({ length: 200 }, (_, n) => (n % 10 === 1 ? 0 : 1));
  const many = new GameSentences({ ...vectors.texts, plural });
  const render = (n: number) => many.render('event.drew', { seat: 0, n }, ['Ann']);
  expect([render(1021), render(1022)]).toEqual(['Ann zieht 1021 Karte', 'Ann zieht 1022 Karten']);
});
