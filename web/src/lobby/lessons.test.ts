import { expect, test } from 'vitest';

import type { Lesson } from '../api/types';
import { nextUndoneLesson } from './lessons';

const of = (done: string) =>
  ['a', 'b', 'c'].map((id) => ({ id, done: done.includes(id) }) as Lesson);

test.each([
  ['goes on in their order', 'a', 'a', 'b'],
  ['leaves out what is done', 'ab', 'a', 'c'],
  ['begins again at the end', 'bc', 'c', 'a'],
  ['never offers the same one', 'bc', 'a', undefined],
  ['ends once all are done', 'abc', 'b', undefined],
])('the next lesson %s', (_, done, id, next) => {
  expect(nextUndoneLesson(of(done), id)?.id).toBe(next);
});
