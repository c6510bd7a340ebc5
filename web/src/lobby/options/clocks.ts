import type { ClockKind, ClockRule, OnTimeout } from '../../api/types';
import { text } from '../../i18n/text';

export const TIMEOUT_ACTIONS: OnTimeout[] = ['default', 'bot', 'forfeit'];

/** A clock without what happens at zero. */
export type ClockPreset = Omit<ClockRule, 'on_timeout' | 'quiet_hours'>;

/** A number to enter, in the unit of its label. */
export interface ClockField {
  label: () => string;
  min: number;
  max: number;
  read: (clock: ClockRule) => number;
  write: (clock: ClockRule, value: number) => void;
}

/** One kind of clock: what the form offers, and the clock in words. */
interface ClockForm {
  /** Usual clocks for long games; the first is the default. */
  presets: ClockPreset[];
  fields: ClockField[];
  /** Deadlines may keep out of the night. */
  quietHours?: true;
  say: (clock: ClockRule) => string;
}

const DAY_S = 24 * 3600;

export const CLOCKS: Record<ClockKind, ClockForm> = {
  none: { presets: [], fields: [], say: () => text().clock.none },
  move: {
    presets: [120, 30, 60, 300].map((seconds) => ({ kind: 'move', seconds })),
    fields: [
      {
        label: () => text().clock.seconds,
        min: 5,
        max: DAY_S,
        read: (clock) => clock.seconds ?? 0,
        write: (clock, value) => (clock.seconds = value),
      },
    ],
    say: (clock) => text().clock.move(formatSeconds(clock.seconds ?? 0)),
  },
  bank: {
    presets: [
      { kind: 'bank', seconds: 1800, increment: 30 },
      { kind: 'bank', seconds: 600, increment: 10 },
      { kind: 'bank', seconds: 900, increment: 15 },
      { kind: 'bank', seconds: 3600, increment: 60 },
    ],
    fields: [
      {
        label: () => text().clock.minutes,
        min: 1,
        max: 7 * 24 * 60,
        read: (clock) => Math.round((clock.seconds ?? 0) / 60),
        write: (clock, value) => (clock.seconds = value * 60),
      },
      {
        label: () => text().clock.increment,
        min: 0,
        max: 3600,
        read: (clock) => clock.increment ?? 0,
        write: (clock, value) => (clock.increment = value),
      },
    ],
    say: (clock) =>
      clock.increment
        ? text().clock.bankMore(formatSeconds(clock.seconds ?? 0), formatSeconds(clock.increment))
        : text().clock.bank(formatSeconds(clock.seconds ?? 0)),
  },
  days: {
    presets: [2, 1, 3, 7].map((days) => ({ kind: 'days', days })),
    fields: [
      {
        label: () => text().clock.dayCount,
        min: 1,
        max: 60,
        read: (clock) => clock.days ?? 1,
        write: (clock, value) => (clock.days = value),
      },
    ],
    quietHours: true,
    say: (clock) => text().clock.days(clock.days ?? 1),
  },
};

export const CLOCK_KINDS = Object.keys(CLOCKS) as ClockKind[];

/** A clock in words. */
export function describeClock(clock: ClockRule | undefined): string {
  return CLOCKS[clock?.kind ?? 'none'].say(clock ?? { kind: 'none' });
}

/** The quiet hours, in words: no deadline falls in them. */
export function describeQuietHours(clock: ClockRule | undefined): string | undefined {
  const quietHours = clock?.quiet_hours;
  return quietHours && text().clock.quiet(quietHours.from, quietHours.to, quietHours.zone ?? 'UTC');
}

/** What happens at zero, in words; nothing where no time runs. */
export function describeTimeout(clock: ClockRule | undefined): string | undefined {
  if (!clock || clock.kind === 'none') return undefined;
  return text().clock.atZeroKind[clock.on_timeout ?? 'default'];
}

/** Seconds in the largest units that fit: "1 h 30 min", "45 s". */
function formatSeconds(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ];
  return parts.flatMap(([count, unit]) => (count ? [`${count} ${unit}`] : [])).join(' ') || '0 s';
}
