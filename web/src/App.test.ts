import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import App from './App.svelte';

test('the page shows its name', () => {
  render(App);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Conclave');
});
