import { expect, test } from 'vitest';

import vectors from '../../../tests/vectors/sentences.json';
import { Templates } from './templates';

const templates = new Templates(vectors.texts);

test.each(vectors.cases)('$key reads $text', ({ key, args, reader, text }) => {
  expect(templates.render(key, args, vectors.players, reader)).toBe(text);
});

test('a message that the language lacks is left to the caller', () => {
  expect(templates.render('event.unknown', {}, [])).toBeUndefined();
});

test('counts beyond the list of forms go by their last two digits', () => {
  const plural = Array.from({ length: 200 }, (_, n) => (n % 10 === 1 ? 0 : 1));
  const many = new Templates({ ...vectors.texts, plural });
  const render = (n: number) => many.render('event.drew', { seat: 0, n }, ['Ann']);
  expect([render(1021), render(1022)]).toEqual(['Ann zieht 1021 Karte', 'Ann zieht 1022 Karten']);
});
