// @vitest-environment node

import { expect, test } from 'vitest';

import CASES from '../../../../tests/vectors/first_match.json';
import type { LessonNote, ProposedAnswer } from '../../api/types';
import { met, proposed, type Asked, type Frame } from './rule';

test.each(CASES.notes)('notes: $says', ({ notes, frame, before, met: expected }) => {
  const found = met(notes as unknown as LessonNote[], frame as unknown as Frame, before);
  expect(found).toEqual(expected);
});

test.each(CASES.answers)('answers: $says', ({ answers, question, round, found }) => {
  const asked = question as unknown as Asked;
  const answer = proposed(answers as ProposedAnswer[], question.prompt, asked, round);
  expect(answer ?? null).toEqual(found);
});
