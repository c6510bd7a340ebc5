/** Remaining time, as numbers and as text. */

import type { Clock, ClockKind, Waiting } from '../../api/types';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** The remaining time of a seat. */
export interface TimeLeft {
  /** Whole seconds, never below 0. */
  seconds: number;
  /** Whether it is running. */
  running: boolean;
  /** When it runs out, if running. */
  until?: Date;
}

/** A seat's remaining time at `now` (server time in milliseconds); undefined without a clock. */
export function timeLeft(
  seat: number,
  clock: Clock | undefined,
  waiting: Waiting[],
  nowMs: number,
): TimeLeft | undefined {
  if (!clock || clock.kind === 'none') return undefined;
  const deadline = waiting.find((entry) => entry.seat === seat)?.deadline;
  const seatClock = clock.seats?.[String(seat)];
  if (deadline) {
    return { seconds: secondsUntil(deadline, nowMs), running: true, until: new Date(deadline) };
  }
  if (!seatClock) return undefined;
  const readAtMs = clock.now === undefined ? nowMs : Date.parse(clock.now);
  const elapsedMs = seatClock.running ? nowMs - readAtMs : 0;
  const seconds = Math.max(0, Math.ceil((seatClock.left_ms - elapsedMs) / 1000));
  if (!seatClock.running) return { seconds, running: false };
  return { seconds, running: true, until: new Date(readAtMs + seatClock.left_ms) };
}

/** Whole seconds from `now` to a moment, never below 0. */
export function secondsUntil(moment: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - nowMs) / 1000));
}

/** Whether it is time to hurry. */
export function isLowTime(kind: ClockKind, seconds: number): boolean {
  return seconds <= (kind === 'days' ? 2 * HOUR_S : 20);
}

/** 9:05, 1:09:05, 2 d 5 h. */
export function formatDuration(seconds: number): string {
  if (seconds >= 2 * DAY_S) {
    return `${Math.floor(seconds / DAY_S)} d ${Math.floor((seconds % DAY_S) / HOUR_S)} h`;
  }
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const secondsText = `${String(seconds % MINUTE_S).padStart(2, '0')}`;
  if (seconds < HOUR_S) return `${minutes}:${secondsText}`;
  return `${Math.floor(seconds / HOUR_S)}:${String(minutes).padStart(2, '0')}:${secondsText}`;
}

/** A duration for screen readers and sentences: "1 minute 30 seconds", in the chosen language. */
export function spokenDuration(seconds: number, language: string): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / DAY_S), 'day'],
    [Math.floor((seconds % DAY_S) / HOUR_S), 'hour'],
    [Math.floor((seconds % HOUR_S) / MINUTE_S), 'minute'],
    [seconds % MINUTE_S, 'second'],
  ];
  const largest = parts.filter(([count]) => count > 0).slice(0, 2);
  return (largest.length ? largest : [[0, 'second'] as [number, string]])
    .map(([value, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    )
    .join(' ');
}

/** A timestamp as text: the time, and the date unless it is today. */
export function formatTime(moment: Date, language: string, now = new Date()): string {
  const today = moment.toDateString() === now.toDateString();
  const day: Intl.DateTimeFormatOptions = today
    ? {}
    : { weekday: 'short', day: 'numeric', month: 'short' };
  return moment.toLocaleString(language, { ...day, hour: '2-digit', minute: '2-digit' });
}
