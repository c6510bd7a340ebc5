import { afterEach, expect, test, vi } from 'vitest';

import { inLanguages, language, text } from './text';

afterEach(() => language.choose('en'));

test('texts of another language are loaded when they are chosen, not before', async () => {
  const load = vi.fn(() => Promise.resolve({ yes: 'Ja' }));
  const words = inLanguages({ yes: 'Yes' }, { de: load });
  expect([words().yes, load.mock.calls.length]).toEqual(['Yes', 0]);
  await language.choose('de');
  expect([words().yes, load.mock.calls.length]).toEqual(['Ja', 1]);
  await language.choose('en');
  await language.choose('de');
  expect([words().yes, load.mock.calls.length]).toEqual(['Ja', 1]);
});

test('texts that come later are in the chosen language', async () => {
  await language.choose('de');
  const words = inLanguages({ yes: 'Yes' }, { de: () => Promise.resolve({ yes: 'Ja' }) });
  expect(words().yes).toBe('Yes');
  await language.ready();
  expect(words().yes).toBe('Ja');
});

test('of two choices the last one counts, however long the first one loads', async () => {
  let arrive: (texts: { yes: string }) => void = () => undefined;
  const slow = new Promise<{ yes: string }>((resolve) => (arrive = resolve));
  const words = inLanguages({ yes: 'Yes' }, { de: () => slow });
  const first = language.choose('de');
  await language.choose('en');
  arrive({ yes: 'Ja' });
  await first;
  expect([language.current, words().yes]).toEqual(['en', 'Yes']);
});

test('where texts cannot be had the page goes on as it was', async () => {
  let fails = true;
  inLanguages('Yes', { de: () => (fails ? Promise.reject(new Error()) : Promise.resolve('Ja')) });
  await language.choose('de');
  expect([language.current, text().name]).toEqual(['en', 'English']);
  fails = false;
  await language.choose('de');
  expect([language.current, text().name]).toEqual(['de', 'Deutsch']);
});
