import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { choiceNeedsConfirmation } from '../src/table/desk/confirmation';
import { applyMotionTokens, isMotionOff, motionMs, pacedMs } from '../src/browser/motion_tokens';
import type { Choice } from '../src/table/desk/targets';
import {
  TABLE_PREFERENCES,
  confirmAnswers,
  signLetters,
  applyTablePreferences,
  tableSize,
  animationSpeed,
} from '../src/browser/table_preferences';
import { onPreferenceChange } from '../src/browser/preferences';
import { ChoicePreference } from '../src/browser/choice_preference.svelte';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));

afterEach(() => {
  animationSpeed.adopt('normal');
  confirmAnswers.adopt('grave');
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a preference is one of its values, kept by the browser and sent to the account', () => {
  const sent = vi.fn();
  onPreferenceChange(sent);
  const tea = new ChoicePreference<string>('tea', 'green', ['green', 'black']);
  tea.adopt('coffee');
  tea.adopt(7);
  expect(tea.value).toBe('green');
  tea.choose('black');
  expect(sent.mock.calls).toEqual([['tea', 'black']]);
  expect(new ChoicePreference<string>('tea', 'green', ['green', 'black']).value).toBe('black');
  localStorage.setItem('conclave.tea', 'coffee');
  expect(new ChoicePreference<string>('tea', 'green', ['green', 'black']).value).toBe('green');
});

test('no two preferences share a name', () => {
  expect(new Set(TABLE_PREFERENCES.map(({ name }) => name)).size).toBe(TABLE_PREFERENCES.length);
});

test('everything takes as long as the chosen speed says', () => {
  const times = ['slow', 'normal', 'fast', 'off'].map((name) => {
    animationSpeed.adopt(name);
    applyMotionTokens();
    const style = document.documentElement.style.getPropertyValue('--calmly');
    return [pacedMs(100), motionMs('calmly'), style, isMotionOff()];
  });
  expect(times).toEqual([
    [170, 442, '442ms', false],
    [100, 260, '260ms', false],
    [50, 130, '130ms', false],
    [0, 0, '0ms', true],
  ]);
});

test('the styles read the preferences from the root element', () => {
  tableSize.adopt('large');
  signLetters.adopt('on');
  flushSync();
  applyTablePreferences();
  expect(document.documentElement.dataset).toMatchObject({ size: 'large', letters: 'on' });
  tableSize.adopt('normal');
  signLetters.adopt('off');
});

test('which answers want a second press', () => {
  const choice = (kind?: string, max = 1): Choice =>
    ({
      decision: { kind: 'choose', min: 1, max, options: [{}, {}] },
      option: { key: 'a', kind },
    }) as unknown as Choice;
  const asked = (name: string): boolean[] => {
    confirmAnswers.adopt(name);
    return [choice(), choice('discard'), choice('discard', 2)].map(choiceNeedsConfirmation);
  };
  expect(asked('never')).toEqual([false, false, false]);
  expect(asked('grave')).toEqual([false, true, false]);
  expect(asked('always')).toEqual([true, true, false]);
});
