// @vitest-environment node

import { expect, test } from 'vitest';

import CASES from '../../../../tests/vectors/first_match.json';
import type { LessonNote, ProposedAnswer } from '../../api/types';
import { metNotes, proposedAnswer, type AnswerableQuestion, type Frame } from './first_match';

test.each(CASES.notes)('notes: $says', ({ notes, frame, before, met: expected }) => {
  const found = metNotes(notes as unknown as LessonNote[], frame as unknown as Frame, before);
  expect(found).toEqual(expected);
});

test.each(CASES.answers)('answers: $says', ({ answers, question, round, found }) => {
  const asked = question as unknown as AnswerableQuestion;
  const answer = proposedAnswer(answers as ProposedAnswer[], question.prompt, asked, round);
  expect(answer ?? null).toEqual(found);
});
