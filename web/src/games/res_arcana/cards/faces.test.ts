import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { fixturesOf } from '../../../../tests/games/fixtures';
import EssenceHeap from '../board/EssenceHeap.svelte';
import EssencePrice from '../board/EssencePrice.svelte';
import PointsStar from '../board/PointsStar.svelte';
import ArcanaCardFace from './ArcanaCardFace.svelte';
import { displayFit, displayLineFit, textFit } from '../../../table/cards/type_fit';
import reference from '../reference';
import { signSize, typeSize } from './type_sizes';

afterEach(cleanup);

const CATALOGUE = fixturesOf('res_arcana').catalogue;

function cardOf(id: string) {
  const component = CATALOGUE.find((card) => card.id === id);
  if (!component) throw new Error(`no ${id}`);
  return component;
}

const tokens = (container: HTMLElement) => container.querySelectorAll('.token').length;

test('every component shows its name at every size', () => {
  for (const component of CATALOGUE)
    for (const size of ['rival', 'own', 'hand', 'large'] as const) {
      const { container, unmount } = render(ArcanaCardFace, { component, size });
      expect(container.querySelector('.name')?.textContent).toBe(component.name);
      unmount();
    }
});

test('a turned card says so, and so do points, tags and what lies on it', () => {
  const component = cardOf('bone_dragon');
  const essences = { death: 7, gold: 2 };
  const { container } = render(ArcanaCardFace, { component, size: 'own', turned: true, essences });
  expect(container.querySelector('.card.turned')).toBeTruthy();
  screen.getByText('turned');
  screen.getByRole('img', { name: '1 point' });
  screen.getByRole('img', { name: 'Dragon' });
  screen.getByRole('img', { name: 'On it: 7 Death, 2 Gold' });
});

test('a card in the hand shows its cost, one in play does not', () => {
  const component = cardOf('bone_dragon');
  const costs = (size: 'hand' | 'own') =>
    render(ArcanaCardFace, { component, size }).container.querySelectorAll('.cost').length;
  expect([costs('hand'), costs('own')]).toEqual([1, 0]);
});

test('a card in the hand shows sentences, an own one signs, a rival’s its picture', () => {
  const shown = (size: 'hand' | 'own' | 'rival') => {
    const { container, unmount } = render(ArcanaCardFace, { component: cardOf('hawk'), size });
    const kind = container.querySelector('.powers')?.className.match(/as-(\w+)/)?.[1];
    unmount();
    return kind;
  };
  expect([shown('hand'), shown('own'), shown('rival')]).toEqual(['text', 'signs', undefined]);
});

test('a price lies in sockets as far as the pool covers it', () => {
  const { container } = render(EssencePrice, {
    price: { elan: 8, death: 4 },
    pool: { elan: 6, death: 9 },
  });
  screen.getByRole('img', { name: 'Cost: 8 Elan, 4 Death' });
  expect(tokens(container)).toBe(12);
  expect(container.querySelectorAll('.lacking')).toHaveLength(1);
});

test('a heap draws a few tokens and says how many there are', () => {
  for (const count of [1, 2, 6, 30]) {
    const { container, unmount } = render(EssenceHeap, { essences: { gold: count } });
    expect(tokens(container)).toBe(Math.min(count, 6));
    expect(container.textContent?.trim()).toBe(`${count}`);
    unmount();
  }
});

test('as many rays of the star shine as there are points', () => {
  const { container } = render(PointsStar, { points: 7, goal: 10 });
  expect(container.querySelectorAll('.ray')).toHaveLength(10);
  expect(container.querySelectorAll('.ray.lit')).toHaveLength(7);
});

test('long names and long texts are set smaller, others are not', () => {
  expect(displayFit('Hawk', 9)).toBe(1);
  expect(displayFit('Catacombs of the Dead', 9)).toBe(1);
  expect(displayLineFit('Catacombs of the Dead', 9)).toBeLessThan(0.8);
  expect(textFit('Verschwörungstheoretikerin', 6)).toBe(0.7);
  const sizes = CATALOGUE.map((component) => typeSize(component, 0.88, 0.49));
  expect(Math.max(...sizes)).toBeGreaterThan(Math.min(...sizes));
});

test('signs are smaller where a line is long or there are many', () => {
  const size = (id: string) => signSize(cardOf(id), reference.glossary, 0.88, 0.4);
  expect(size('hawk')).toBeLessThan(size('hand_of_glory'));
  expect(size('crypt')).toBeLessThan(size('hand_of_glory'));
  expect(size('nightingale')).toBe(size('hand_of_glory'));
});
