import { createSubscriber } from 'svelte/reactivity';

import { language } from './locale.svelte';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const minutes = createSubscriber((update) => {
  const timer = setInterval(update, MINUTE / 4);
  return () => clearInterval(timer);
});

/** A timestamp as a date: "3 May 2026". */
export function formatDate(moment: string): string {
  return new Date(moment).toLocaleDateString(language.current, { dateStyle: 'medium' });
}

/** How long ago a timestamp was, "12 min ago", on one line; undefined in its first minute. Effects
 * that read it rerun as it grows. */
export function formatAge(moment: string): string | undefined {
  minutes();
  const passed = Math.max(0, Date.now() - new Date(moment).getTime());
  if (passed < MINUTE) return undefined;
  const [unit, length]: [Intl.RelativeTimeFormatUnit, number] =
    passed < HOUR ? ['minute', MINUTE] : passed < DAY ? ['hour', HOUR] : ['day', DAY];
  const format = new Intl.RelativeTimeFormat(language.current, { style: 'short' });
  return format.format(-Math.floor(passed / length), unit).replaceAll(' ', '\u00A0');
}

/** The timestamp this many days from now, in wire format. */
export function dateInDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}
