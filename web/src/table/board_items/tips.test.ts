import { afterEach, expect, test, vi } from 'vitest';

import { tip, tips } from './tips.svelte';

afterEach(() => document.body.replaceChildren());

function sign(): HTMLElement {
  const element = document.body.appendChild(document.createElement('span'));
  tip(element, 'Turn this card');
  vi.spyOn(element, 'matches').mockReturnValue(true);
  return element;
}

test('a tip opens and closes after the update in which the focus moves', async () => {
  const element = sign();
  element.dispatchEvent(new FocusEvent('focus'));
  expect(tips.current).toBeUndefined();
  await Promise.resolve();
  expect(tips.current?.text).toBe('Turn this card');
  element.dispatchEvent(new FocusEvent('blur'));
  expect(tips.current).toBeDefined();
  await Promise.resolve();
  expect(tips.current).toBeUndefined();
});

test('a tip stays closed if the focus has left its sign within the update', async () => {
  const [first, second] = [sign(), sign()];
  first.dispatchEvent(new FocusEvent('focus'));
  first.dispatchEvent(new FocusEvent('blur'));
  await Promise.resolve();
  expect(tips.current).toBeUndefined();
  second.dispatchEvent(new FocusEvent('focus'));
  await Promise.resolve();
  expect(tips.current).toBeDefined();
});
