import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { StillArcana } from '../../../tests/games/res_arcana/fixture';
import { COMPONENTS } from '../../../tests/table';
import type { FirstMatch } from '../../api/types';
import { Desk, deskContext } from '../desk/desk.svelte';
import { words } from '../words';
import GuideBar from './GuideBar.svelte';
import { Pointer } from './pointer';

const NOTE = { on: { prompt: 'action' }, points_at: 'mine', text: { en: 'Yours.' } };

let pointer: Pointer | undefined;

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
});
afterEach(() => {
  pointer?.stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** A board that shows a region `mine` and a card. */
function drawn(): HTMLElement {
  const board = document.createElement('div');
  board.className = 'scroll';
  board.innerHTML = '<p data-region="mine"></p><p data-thing="card:hawk"></p>';
  return board;
}

const marked = () => [...document.querySelectorAll<HTMLElement>('[data-pointed]')];
const names = () => marked().map(({ dataset }) => dataset.region ?? dataset.thing);

test('a target that is on the page is marked until the pointer stops', async () => {
  document.body.append(drawn());
  pointer = new Pointer('mine');
  await expect.poll(names).toEqual(['mine']);
  pointer.stop();
  expect(names()).toEqual([]);
});

test('a target that comes later is marked', async () => {
  pointer = new Pointer('card:hawk');
  await new Promise(requestAnimationFrame);
  document.body.append(drawn());
  await expect.poll(names).toEqual(['card:hawk']);
});

test('the element that takes the place of a target is marked and brought into view', async () => {
  const into = vi.fn();
  Element.prototype.scrollIntoView = into;
  document.body.append(drawn());
  pointer = new Pointer('mine');
  await expect.poll(names).toEqual(['mine']);
  document.body.replaceChildren(drawn());
  await expect.poll(names).toEqual(['mine']);
  expect(into.mock.contexts).toHaveLength(2);
  expect(into.mock.contexts[1]).toBe(marked()[0]);
});

test('an element that becomes the target is marked in place of the former', async () => {
  const board = drawn();
  document.body.append(board);
  pointer = new Pointer('mine');
  await expect.poll(names).toEqual(['mine']);
  const [region, card] = board.children;
  region?.removeAttribute('data-region');
  card?.setAttribute('data-region', 'mine');
  await expect.poll(marked).toEqual([card]);
});

test('a mark stays while the table changes and the next note points there too', async () => {
  document.body.append(drawn());
  const notes = ['hand', 'react'].map((id) => ({ ...NOTE, id }));
  const firstMatch = {
    game: 'res_arcana',
    notes,
    proposals: [],
    proposed: 0,
  } as unknown as FirstMatch;
  const source = new StillArcana();
  const desk = new Desk(source, () => COMPONENTS);
  render(GuideBar, {
    props: { match: 'm_still', firstMatch },
    context: deskContext(desk),
  });
  await expect.poll(names).toEqual(['mine']);
  source.view = source.view && { ...source.view };
  flushSync();
  expect(names()).toEqual(['mine']);
  await fireEvent.click(screen.getByRole('button', { name: words.guide.more }));
  expect(names()).toEqual(['mine']);
  await fireEvent.click(screen.getByRole('button', { name: words.guide.gotIt }));
  expect(names()).toEqual([]);
});
