// @vitest-environment node

import { expect, test } from 'vitest';

import { textBlocks } from './text_blocks';

test('blank lines separate, headings and lists are known by their first signs', () => {
  expect(textBlocks('# Goal\n\nBe the first\nto ten.\n\n- one\n- two\n')).toEqual([
    { kind: 'heading', text: 'Goal' },
    { kind: 'paragraph', text: 'Be the first to ten.' },
    { kind: 'list', items: ['one', 'two'] },
  ]);
});

test('a paragraph may follow its heading at once', () => {
  expect(textBlocks('# Goal\nWin.')).toEqual([
    { kind: 'heading', text: 'Goal' },
    { kind: 'paragraph', text: 'Win.' },
  ]);
});
