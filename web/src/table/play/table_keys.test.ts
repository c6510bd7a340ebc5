import { fireEvent } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import { wholeTable } from '../../../tests/table';
import type { Decision } from '../../api/types';

const QUESTION: Decision = {
  id: '31.0',
  seat: 0,
  kind: 'choose',
  prompt: { key: 'res_arcana.respond', args: {}, text: 'Which one?' },
  optional: false,
  undo: false,
  options: [
    { key: 'life', text: 'Life' },
    { key: 'death', text: 'Death' },
  ],
  min: 1,
  max: 1,
  default: 'life',
};

test('an unshifted digit of a French keyboard answers with the button of that number', async () => {
  const { source } = await wholeTable(0, [QUESTION]);
  await fireEvent.keyDown(window, { code: 'Digit2', key: 'é' });
  expect(source.given).toEqual([['31.0', 'death']]);
});

test('a letter of a Cyrillic keyboard does what is printed beside it', async () => {
  const { source } = await wholeTable(0, [QUESTION]);
  await fireEvent.keyDown(window, { code: 'KeyU', key: 'г' });
  expect(source.undone).toEqual(['29.0']);
});
