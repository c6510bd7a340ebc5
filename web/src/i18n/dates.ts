import { language } from './locale.svelte';

const DAY = 24 * 3600 * 1000;

/** A moment of the wire as a day: "3 May 2026". */
export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(language.current, { dateStyle: 'medium' });
}

/** So many days from now, as the wire says it. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}
