import { createSubscriber } from 'svelte/reactivity';

import { language } from './locale.svelte';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const subscribeToMinutes = createSubscriber((update) => {
  const timer = setInterval(update, MINUTE_MS / 4);
  return () => clearInterval(timer);
});

/** A timestamp as a date: "3 May 2026". */
export function formatDate(moment: string): string {
  return new Date(moment).toLocaleDateString(language.current, { dateStyle: 'medium' });
}

/** How long ago a timestamp was, "12 min ago", on one line; undefined in its first minute. Effects
 * that read it rerun as it grows. */
export function formatAge(moment: string): string | undefined {
  subscribeToMinutes();
  const elapsedMs = Math.max(0, Date.now() - new Date(moment).getTime());
  if (elapsedMs < MINUTE_MS) return undefined;
  const [unit, unitMs]: [Intl.RelativeTimeFormatUnit, number] =
    elapsedMs < HOUR_MS
      ? ['minute', MINUTE_MS]
      : elapsedMs < DAY_MS
        ? ['hour', HOUR_MS]
        : ['day', DAY_MS];
  const format = new Intl.RelativeTimeFormat(language.current, { style: 'short' });
  return format.format(-Math.floor(elapsedMs / unitMs), unit).replaceAll(' ', '\u00A0');
}

/** How long until a timestamp, "3 hours"; undefined once it is past. Reruns as it shrinks. */
export function formatTimeUntil(moment: string): string | undefined {
  subscribeToMinutes();
  const leftMs = new Date(moment).getTime() - Date.now();
  if (leftMs <= 0) return undefined;
  const [unit, unitMs] =
    leftMs < HOUR_MS
      ? ['minute', MINUTE_MS]
      : leftMs < 2 * DAY_MS
        ? ['hour', HOUR_MS]
        : ['day', DAY_MS];
  const format = new Intl.NumberFormat(language.current, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
  });
  return format.format(Math.max(1, Math.floor(leftMs / Number(unitMs)))).replaceAll(' ', '\u00A0');
}

/** The timestamp this many days from now, in wire format. */
export function dateInDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
