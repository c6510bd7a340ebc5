/** Table preferences: how a table looks, moves, sounds and asks. */

import { ChoicePreference } from './choice_preference.svelte';

export const animationSpeed = new ChoicePreference('speed', 'normal', [
  'slow',
  'normal',
  'fast',
  'off',
] as const);
export const tableSize = new ChoicePreference('size', 'normal', [
  'small',
  'normal',
  'large',
  'huge',
] as const);
export const contrast = new ChoicePreference('contrast', preferredContrast(), [
  'normal',
  'high',
] as const);
/** Letters on signs, for readers who can't tell their colours apart. */
export const signLetters = new ChoicePreference('letters', 'off', ['off', 'on'] as const);
/** The side of the screen where the viewer's hand lies. */
export const handSide = new ChoicePreference('hand', 'right', ['right', 'left'] as const);
/** Which answers need confirmation. */
export const confirmAnswers = new ChoicePreference('confirm', 'grave', [
  'never',
  'grave',
  'always',
] as const);
export const soundVolume = new ChoicePreference('volume', 'normal', [
  'quiet',
  'normal',
  'loud',
] as const);

export const TABLE_PREFERENCES = [
  animationSpeed,
  tableSize,
  contrast,
  signLetters,
  handSide,
  confirmAnswers,
  soundVolume,
];

const STYLED_PREFERENCES = [animationSpeed, tableSize, contrast, signLetters, handSide];

/** Sets them as data attributes of the root element, where the styles read them. */
export function applyTablePreferences(): void {
  for (const { name, value } of STYLED_PREFERENCES) document.documentElement.dataset[name] = value;
}

/** The contrast that the system asks for. */
function preferredContrast(): 'normal' | 'high' {
  if (typeof matchMedia !== 'function') return 'normal';
  return matchMedia('(prefers-contrast: more)').matches ? 'high' : 'normal';
}
