import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import TextField from './TextField.svelte';
import TextArea from './TextArea.svelte';

const SOURCES = import.meta.glob<string>('../**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

afterEach(cleanup);

const GIVEN = { label: 'Name', value: '', maxChars: 5, problem: 'Please fill this in.' };

test.each([
  ['TextField', () => render(TextField, GIVEN)],
  ['TextArea', () => render(TextArea, GIVEN)],
])('%s keeps what is typed and says how much is too much', async (_, show) => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  await fireEvent.input(field, { target: { value: 'Hurra🎉🎉' } });
  expect(field.value).toBe('Hurra🎉🎉');
  expect(screen.getByRole('alert').textContent).toBe('2 characters too many: at most 5 fit.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.checkValidity()).toBe(false);

  await fireEvent.input(field, { target: { value: 'Hur🎉🎉' } });
  expect(screen.getByRole('alert').textContent).toBe('Please fill this in.');
  expect(field.checkValidity()).toBe(true);
});

test('no field cuts what is typed', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  const cutting = Object.entries(SOURCES).filter(([, source]) => /\bmaxlength\b/i.test(source));
  expect(cutting.map(([path]) => path)).toEqual([]);
});
