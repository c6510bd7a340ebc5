import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { CATALOGUE } from '../../../../tests/games/battle_for_empyrean/fixture';
import CardFront from './CardFront.svelte';
import DeckBack from './DeckBack.svelte';
import { lawSize, textSize } from './text_size';

afterEach(cleanup);

const CARDS = CATALOGUE.filter(({ kind }) => kind === 'card');

function cardOf(id: string) {
  const component = CARDS.find((card) => card.id === id);
  if (!component) throw new Error(`no ${id}`);
  return component;
}

test('every card shows its name at every size', () => {
  for (const component of CARDS)
    for (const size of ['play', 'medium', 'large'] as const) {
      const { container, unmount } = render(CardFront, { component, size });
      const name = container.querySelector('.name')?.textContent ?? '';
      expect(name.replaceAll('\u00AD', '')).toBe(component.name);
      unmount();
    }
});

test('a unit shows its current Might and what lies on it, a card what it begins with', () => {
  const component = cardOf('snekkja');
  const { unmount } = render(CardFront, {
    component,
    size: 'play',
    might: 9,
    tokens: [['stun', 2]],
  });
  screen.getByLabelText('9 Might');
  screen.getByTitle(/^2 × Stun Token/);
  unmount();
  render(CardFront, { component });
  expect(screen.queryByLabelText('9 Might')).toBeNull();
});

test('a back depends on the deck alone', () => {
  const backOf = (deck: string | undefined) => {
    const { container, unmount } = render(DeckBack, { deck });
    const html = container.innerHTML;
    unmount();
    return html;
  };
  const decks = CATALOGUE.filter(({ kind }) => kind === 'deck').map(({ id }) => id);
  expect(new Set([...decks, undefined].map(backOf)).size).toBe(10);
});

test('a long text is set smaller, on cards and on banners', () => {
  expect(textSize('Short.', 0.88, 0.5)).toBeGreaterThan(textSize('Long. '.repeat(50), 0.88, 0.5));
  const lawOf = (words: number) => [['End', 'Long. '.repeat(words)]] as const;
  expect(lawSize(lawOf(2), 400, 90)).toEqual({ size: 13.5, fits: true });
  expect(lawSize(lawOf(60), 400, 90).size).toBeLessThan(13);
  expect(lawSize(lawOf(90), 200, 60).fits).toBe(false);
});
