import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import CardDrawing from './CardDrawing.svelte';
import { Drawings } from './drawings.svelte';

const ALL: Record<string, string> = { crypt: 'M1', hawk: 'M2', prism: 'M3' };
const ADDRESS = '/assets/some-drawings-1.json';

let asked: string[];
let online: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  online = true;
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address.replace(ADDRESS, ''));
    if (!online) return Promise.reject(new TypeError('offline'));
    const only = new URL(address, 'http://here').searchParams.get('only')?.split(',');
    const some = Object.entries(ALL).filter(([id]) => !only || only.includes(id));
    return Promise.resolve(Response.json(Object.fromEntries(some)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const game = (address = ADDRESS) => new Drawings('some', address);

test('what comes into sight together is fetched by one request, each thing once', async () => {
  const drawings = game();
  for (const id of ['prism', 'crypt', 'prism']) expect(drawings.of(id)).toBeUndefined();
  await settle();
  expect(['prism', 'crypt', 'hawk'].map((id) => drawings.of(id))).toEqual(['M3', 'M1', undefined]);
  drawings.prefetch(['hawk', 'crypt']);
  await settle();
  drawings.prefetch(['hawk', 'crypt']);
  await settle();
  expect(asked).toEqual(['?only=crypt,prism', '?only=hawk']);
});

test('what is on its way is not asked for again', async () => {
  const drawings = game();
  drawings.prefetch(['crypt']);
  vi.advanceTimersByTime(1);
  drawings.prefetch(['crypt', 'hawk']);
  await settle();
  expect(asked).toEqual(['?only=crypt', '?only=hawk']);
});

test('a thing without a drawing is known to have none', async () => {
  const drawings = game();
  drawings.of('nothing');
  await settle();
  expect(drawings.of('nothing')).toBeNull();
});

test('a request for too many names fetches all', async () => {
  const drawings = game();
  drawings.prefetch(['crypt', ...Array.from({ length: 100 }, (_, number) => `thing_${number}`)]);
  await settle();
  expect(asked).toEqual(['']);
  expect(drawings.of('hawk')).toBe('M2');
});

test('it tries again, more and more rarely, with what is wanted since', async () => {
  online = false;
  const drawings = game();
  drawings.of('crypt');
  await settle();
  drawings.of('hawk');
  for (const pause of [1_000, 2_000, 4_000]) await settle(pause);
  expect(asked).toEqual(['?only=crypt', ...Array<string>(3).fill('?only=crypt,hawk')]);
  online = true;
  await settle(7_999);
  expect(asked).toHaveLength(4);
  await settle(1);
  expect([drawings.of('crypt'), drawings.of('hawk')]).toEqual(['M1', 'M2']);
});

test('it tries again at once when the browser is online again', async () => {
  online = false;
  const drawings = game();
  drawings.of('crypt');
  await settle();
  online = true;
  dispatchEvent(new Event('online'));
  await settle();
  expect(drawings.of('crypt')).toBe('M1');
  await settle(100_000);
  expect(asked).toHaveLength(2);
});

test('this browser keeps them for the same build, and those of its other windows', async () => {
  const [here, there] = [game(), game()];
  here.prefetch(['crypt']);
  there.prefetch(['hawk']);
  await settle();
  const again = game();
  expect([again.of('crypt'), again.of('hawk')]).toEqual(['M1', 'M2']);
  expect(game('/assets/some-drawings-2.json').of('crypt')).toBeUndefined();
  for (const broken of ['{', '[]', '"no"', '["/assets/some-drawings-1.json"]']) {
    localStorage.setItem('conclave.drawings.some', broken);
    expect(game().of('crypt')).toBeUndefined();
  }
});

test('a picture keeps its room while its drawing is on its way', async () => {
  const { container, rerender } = render(CardDrawing, { outline: undefined });
  expect(container.querySelector('svg[width="1.2em"]')?.children).toHaveLength(0);
  await rerender({ outline: 'M1' });
  expect(container.querySelector('path.late')?.getAttribute('d')).toBe('M1');
});

test('a drawing that is here already stands at once', () => {
  const { container } = render(CardDrawing, { outline: 'M1' });
  expect(container.querySelector('path')?.matches('.late')).toBe(false);
});
