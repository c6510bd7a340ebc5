// @vitest-environment node

import { expect, test } from 'vitest';

import { paragraphs } from './paragraphs';

test('blank lines separate, headings and lists are known by their first signs', () => {
  expect(paragraphs('# Goal\n\nBe the first\nto ten.\n\n- one\n- two\n')).toEqual([
    { kind: 'heading', text: 'Goal' },
    { kind: 'paragraph', text: 'Be the first to ten.' },
    { kind: 'list', items: ['one', 'two'] },
  ]);
});

test('a paragraph may follow its heading at once', () => {
  expect(paragraphs('# Goal\nWin.')).toEqual([
    { kind: 'heading', text: 'Goal' },
    { kind: 'paragraph', text: 'Win.' },
  ]);
});
