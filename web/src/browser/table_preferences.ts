/** Comfort: preferences about how a table looks, moves, sounds and asks. */

import { Preferred } from './preferred.svelte';

export const speed = new Preferred('speed', 'normal', ['slow', 'normal', 'fast', 'off'] as const);
export const size = new Preferred('size', 'normal', ['small', 'normal', 'large', 'huge'] as const);
/** What cards in play tell on a wide table: their texts, signs alone, or nothing but their names. */
export const texts = new Preferred('texts', 'full', ['full', 'signs', 'none'] as const);
export const contrast = new Preferred('contrast', wished(), ['normal', 'high'] as const);
/** Letters on signs, for readers who can't tell their colours apart. */
export const letters = new Preferred('letters', 'off', ['off', 'on'] as const);
/** The side of the screen on which the cards of one's hand lie. */
export const hand = new Preferred('hand', 'right', ['right', 'left'] as const);
/** Which answers want a second press. */
export const confirm = new Preferred('confirm', 'grave', ['never', 'grave', 'always'] as const);
export const volume = new Preferred('volume', 'normal', ['quiet', 'normal', 'loud'] as const);

export const COMFORT = [speed, size, texts, contrast, letters, hand, confirm, volume];

const FACTORS = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };
const SHOWN = [speed, size, contrast, letters, hand];

/** How long something takes that takes `milliseconds` at normal speed. */
export function paced(milliseconds: number): number {
  return milliseconds * FACTORS[speed.value];
}

/** Tells the styles, which read them from the root element. */
export function showComfort(): void {
  for (const { name, value } of SHOWN) document.documentElement.dataset[name] = value;
}

/** What the system asks for. */
function wished(): 'normal' | 'high' {
  if (typeof matchMedia !== 'function') return 'normal';
  return matchMedia('(prefers-contrast: more)').matches ? 'high' : 'normal';
}
