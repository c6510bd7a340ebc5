import { beforeEach, expect, test, vi } from 'vitest';

import type { Instance } from '../api/types';

const PLAIN: Instance = {
  name: 'Tower and Table',
  texts: { en: { tagline: 'On Thursdays' }, de: { tagline: 'Donnerstags' } },
  pages: { imprint: ['en'], rules: ['en'] },
  registration: 'invitation',
  guests: false,
  mail: false,
  providers: [{ id: 'work', name: 'Work' }],
  announcement: {},
  maintenance: false,
  logo: false,
  accent: '#e0a458',
};

async function loaded(told?: Instance): Promise<typeof import('./instance.svelte')> {
  document.head.innerHTML = told
    ? `<script type="application/json" id="instance">${JSON.stringify(told)}</script>`
    : '';
  vi.resetModules();
  return import('./instance.svelte');
}

beforeEach(() => document.documentElement.removeAttribute('style'));

test('the instance is what the server wrote into the page', async () => {
  const { instance } = await loaded(PLAIN);
  expect(instance.name).toBe('Tower and Table');
  expect(instance.tagline).toBe('On Thursdays');
  expect(instance.pages).toEqual(['rules', 'imprint']);
  expect(instance.hasGuests).toBe(false);
  expect(instance.announcement).toBeUndefined();
});

test('a page without one is plain Conclave, open to all', async () => {
  const { instance } = await loaded();
  expect(instance.name).toBe('Conclave');
  expect(instance.registration).toBe('open');
  expect(instance.hasGuests).toBe(true);
});

test('the accent colour gets the text that can be read on it', async () => {
  const { applyAccent, isBright } = await loaded(PLAIN);
  applyAccent();
  const { style } = document.documentElement;
  expect(style.getPropertyValue('--accent-dark')).toBe('#e0a458');
  expect(style.getPropertyValue('--on-accent-dark')).toBe('#14110a');
  expect(style.getPropertyValue('--accent-light')).toBe('');
  expect(['#ffffff', '#e8c777', '#24324d', '#000000'].map(isBright)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
