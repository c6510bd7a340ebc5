import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { choiceNeedsConfirmation } from '../src/table/desk/confirmation';
import { motionMs, isMotionOff } from '../src/table/effects/motion';
import type { Choice } from '../src/table/desk/targets';
import { COMFORT, confirm, letters, paced, showComfort, size, speed } from '../src/browser/comfort';
import { keepPreferencesWith } from '../src/browser/preferences';
import { Preferred } from '../src/browser/preferred.svelte';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));

afterEach(() => {
  speed.adopt('normal');
  confirm.adopt('grave');
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a preference is one of its values, kept by the browser and sent to the account', () => {
  const sent = vi.fn();
  keepPreferencesWith(sent);
  const tea = new Preferred<string>('tea', 'green', ['green', 'black']);
  tea.adopt('coffee');
  tea.adopt(7);
  expect(tea.value).toBe('green');
  tea.choose('black');
  expect(sent.mock.calls).toEqual([['tea', 'black']]);
  expect(new Preferred<string>('tea', 'green', ['green', 'black']).value).toBe('black');
  localStorage.setItem('conclave.tea', 'coffee');
  expect(new Preferred<string>('tea', 'green', ['green', 'black']).value).toBe('green');
});

test('no two preferences share a name', () => {
  expect(new Set(COMFORT.map(({ name }) => name)).size).toBe(COMFORT.length);
});

test('everything takes as long as the chosen speed says', () => {
  const times = ['slow', 'normal', 'fast', 'off'].map((name) => {
    speed.adopt(name);
    return [paced(100), motionMs(100), isMotionOff()];
  });
  expect(times).toEqual([
    [170, 170, false],
    [100, 100, false],
    [50, 50, false],
    [0, 0, true],
  ]);
});

test('the styles are told', () => {
  size.adopt('large');
  letters.adopt('on');
  flushSync();
  showComfort();
  expect(document.documentElement.dataset).toMatchObject({ size: 'large', letters: 'on' });
  size.adopt('normal');
  letters.adopt('off');
});

test('which answers want a second press', () => {
  const choice = (kind?: string, max = 1): Choice =>
    ({
      decision: { kind: 'choose', min: 1, max, options: [{}, {}] },
      option: { key: 'a', kind },
    }) as unknown as Choice;
  const asked = (name: string): boolean[] => {
    confirm.adopt(name);
    return [choice(), choice('discard'), choice('discard', 2)].map(choiceNeedsConfirmation);
  };
  expect(asked('never')).toEqual([false, false, false]);
  expect(asked('grave')).toEqual([false, true, false]);
  expect(asked('always')).toEqual([true, true, false]);
});
