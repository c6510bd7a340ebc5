import { language } from './locale.svelte';

const DAY = 24 * 3600 * 1000;

/** A timestamp as a date: "3 May 2026". */
export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(language.current, { dateStyle: 'medium' });
}

/** The timestamp this many days from now, in wire format. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}
