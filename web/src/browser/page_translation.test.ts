import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import '../../tests/translator.js';
import Changing, { type State } from '../../tests/translation/Changing.svelte';
import { followTranslation } from './page_translation';

const translatePage = (globalThis as unknown as { translatePage: (say?: Say) => MutationObserver })
  .translatePage;
type Say = (text: string) => string;

let observers: MutationObserver[] = [];

afterEach(() => {
  for (const observer of observers) observer.disconnect();
  observers = [];
  cleanup();
});

const STATES: State[] = [
  { count: 1, lines: [{ id: 1, text: 'one' }] },
  { count: 2, lines: [{ id: 1, text: 'one' }], more: 'More' },
  {
    count: 2,
    lines: [
      { id: 2, text: 'two' },
      { id: 1, text: 'one' },
    ],
    more: 'Yet more',
  },
  {
    count: 3,
    lines: [
      { id: 3, text: 'three' },
      { id: 2, text: 'two' },
      { id: 1, text: 'uno' },
    ],
  },
  { count: 4, lines: [], more: 'Last' },
  { count: 5, lines: [{ id: 1, text: 'one' }] },
];

/** Until translator and page have had their turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await tick();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function textOf(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}

/** The text of each state, each after the others. */
async function texts(): Promise<string[]> {
  const { rerender, container } = render(Changing, { props: STATES[0] as State });
  const seen: string[] = [];
  for (const state of STATES) {
    await rerender({ more: undefined, ...state });
    await settled();
    seen.push(textOf(container));
  }
  return seen;
}

test('every text stays true, and is translated, while a translator is at work', async () => {
  const wanted = await texts();
  cleanup();
  observers = [followTranslation(document), translatePage((text) => text.toUpperCase())];
  const seen = await texts();
  expect(seen).toEqual(wanted.map((text) => text.toUpperCase()));
});

test('a translation that is taken back leaves the text', async () => {
  const { container } = render(Changing, { props: STATES[0] as State });
  const before = textOf(container);
  observers = [followTranslation(document)];
  const translator = translatePage((text) => text.toUpperCase());
  await settled();
  expect(textOf(container)).toBe(before.toUpperCase());
  translator.disconnect();
  for (const font of container.querySelectorAll('font:not(font font)')) font.remove();
  await settled();
  expect(textOf(container)).toBe(before);
});

test('where nothing is to be translated, nothing is touched', async () => {
  document.body.setAttribute('translate', 'no');
  observers = [followTranslation(document), translatePage((text) => text.toUpperCase())];
  const seen = await texts();
  expect(seen[0]).toContain('Round 1');
  expect(document.querySelector('font')).toBeNull();
  document.body.removeAttribute('translate');
});
