import { expect, expectTypeOf, test } from 'vitest';

import { inForms, phrase, plural } from './message';

test('the values of a phrase are given in the order of its names', () => {
  const invited = phrase('host game', 'To {game}, says {host}; {host} again');
  expect(invited('Ada', 'Go')).toBe('To Go, says Ada; Ada again');
  expectTypeOf(invited).parameters.toEqualTypeOf<[string | number, string | number]>();
});

test('what is given is never read as a placeholder', () => {
  expect(phrase('one two', '{one}, {two}')('{two}', '$&')).toBe('{two}, $&');
});

test('a plural has a form for one and a form for any other number', () => {
  const left = plural('count who', '{who} left one move', '{who} left {count} moves');
  expect([0, 1, 2].map((count) => left(count, 'Ada'))).toEqual([
    'Ada left 0 moves',
    'Ada left one move',
    'Ada left 2 moves',
  ]);
  expectTypeOf(left).parameters.toEqualTypeOf<[count: number, string | number]>();
});

test('in another language a message has the forms of that language', () => {
  const polish = (count: number) => (count === 1 ? 0 : count < 5 ? 1 : 2);
  const moves = inForms(
    plural('count', 'one move', '{count} moves'),
    ['ruch', '{count} ruchy', '{count} ruchów'],
    polish,
  );
  expect(([1, 3, 5] as never[]).map((count) => moves(count))).toEqual([
    'ruch',
    '3 ruchy',
    '5 ruchów',
  ]);
  const hello = inForms(phrase('name', 'Hello {name}'), ['Witaj, {name}'], polish);
  expect(hello('Ada' as never)).toBe('Witaj, Ada');
});

test('a template has no placeholder without a value', () => {
  // @ts-expect-error: there is no {game}
  expect(phrase('host', '{host} at {game}')('Ada')).toBe('Ada at undefined');
});
