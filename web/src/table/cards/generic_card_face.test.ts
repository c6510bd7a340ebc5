import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import GenericCardFace from './GenericCardFace.svelte';

const face = '/packages/boarded/1/cards/hawk.svg';
const component = { id: 'hawk', name: 'Hawk', kind: 'bird', text: 'Draw a card.', face };

test('a component with a face is its picture, described by name and text', () => {
  const { container } = render(GenericCardFace, { component });
  expect(screen.getByRole('img', { name: 'Hawk. Draw a card.' }).getAttribute('src')).toBe(face);
  expect(container.textContent?.trim()).toBe('');
});

test('a large component has its picture and its text', () => {
  const { container } = render(GenericCardFace, { component, size: 'large' });
  expect(container.querySelector('img')?.getAttribute('src')).toBe(face);
  expect(container.textContent).toContain('Draw a card.');
});

test('a picture of the whole kind has the name of the component below it', () => {
  const shared = { ...component, face: '/packages/boarded/1/cards/bird.svg' };
  const { container } = render(GenericCardFace, { component: shared });
  expect(container.querySelector('img')?.alt).toBe('Hawk. Draw a card.');
  expect(container.textContent?.trim()).toBe('Hawk');
});
