import { readFileSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import { Problem } from '../api/problem';
import { fieldsOfProblem, sayProblem, sayWrongField } from './problems';
import { LANGUAGES, language, text } from './text';

/** Every problem that the server knows, by name. */
const NAMES = [
  ...readFileSync('../app/infra/problems.py', 'utf8').matchAll(/^ {4}"([a-z-]+)": \(\d{3}, /gm),
].map(([, name]) => name ?? '');

afterEach(() => language.choose('en'));

function problem(name: string, more: object = {}): Problem {
  return new Problem({
    type: `/problems/${name}`,
    title: 'As the server says it',
    status: 400,
    ...more,
  });
}

test.each(LANGUAGES)(
  'in %s every problem of the server has a sentence of ours',
  async (languageName) => {
    await language.choose(languageName);
    expect(NAMES).toContain('rate-limited');
    const ours = Object.values(text().problem);
    const theirs = NAMES.filter((name) => !ours.includes(sayProblem(problem(name))));
    expect(theirs).toEqual([]);
  },
);

test('what the rules say is passed on, in the language in which they say it', async () => {
  const refused = problem('illegal-answer', { why: 'It costs 2 Life.' });
  expect(sayProblem(refused)).toBe('It costs 2 Life.');
  await language.choose('de');
  expect(sayProblem(refused)).toBe(text().problem.illegalAnswer);
});

test('English readers are told what exactly is forbidden', async () => {
  const full = problem('forbidden', { detail: 'An account has at most 50 bots.' });
  expect(sayProblem(full)).toBe('An account has at most 50 bots.');
  await language.choose('de');
  expect(sayProblem(full)).toBe(text().problem.forbidden);
});

test('a wrong field is known by its place, whatever the server says of it', () => {
  const short = problem('invalid-request', {
    detail: 'body.password: too short',
    errors: [{ loc: ['body', 'password'], msg: 'too short' }],
  });
  expect(fieldsOfProblem(short)).toEqual(['password']);
  expect(sayWrongField(short, 'password')).toBe(text().wrong.password);
  expect(sayProblem(short)).toBe(text().wrong.password);
});

test('a place in a list is no field', () => {
  const wrong = problem('invalid-request', {
    errors: [
      { loc: ['body', 'seats', 1, 'invite'], msg: '' },
      { loc: ['body', 0], msg: '' },
    ],
  });
  expect(fieldsOfProblem(wrong)).toEqual(['invite']);
});

test('a name that is taken belongs to the name', () => {
  expect(fieldsOfProblem(problem('name-taken'))).toEqual(['name']);
});
