import type { ClockKind, ClockRule, OnTimeout } from '../../api/types';
import { text } from '../../i18n/text';

export const CLOCK_KINDS: ClockKind[] = ['none', 'move', 'bank', 'days'];
export const AT_ZERO: OnTimeout[] = ['default', 'bot', 'forfeit'];

type Timed = Exclude<ClockKind, 'none'>;
/** A clock without what happens at zero. */
export type Measure = Omit<ClockRule, 'on_timeout' | 'quiet_hours'>;

/** Usual clocks for long games, the first of each kind is the default. */
export const PRESETS: Record<Timed, Measure[]> = {
  move: [120, 30, 60, 300].map((seconds) => ({ kind: 'move', seconds })),
  bank: [
    { kind: 'bank', seconds: 1800, increment: 30 },
    { kind: 'bank', seconds: 600, increment: 10 },
    { kind: 'bank', seconds: 900, increment: 15 },
    { kind: 'bank', seconds: 3600, increment: 60 },
  ],
  days: [2, 1, 3, 7].map((days) => ({ kind: 'days', days })),
};

const LONGEST = 24 * 3600;

/** Bounds of the input, in the unit of the field. */
export const BOUNDS = {
  seconds: { min: 5, max: LONGEST },
  minutes: { min: 1, max: 7 * 24 * 60 },
  increment: { min: 0, max: 3600 },
  days: { min: 1, max: 60 },
};

/** A clock in words. */
export function sayClock(clock: ClockRule | undefined): string {
  const say = text().clock;
  switch (clock?.kind) {
    case 'move':
      return say.move(lasting(clock.seconds ?? 0));
    case 'bank':
      return clock.increment
        ? say.bankMore(lasting(clock.seconds ?? 0), lasting(clock.increment))
        : say.bank(lasting(clock.seconds ?? 0));
    case 'days':
      return say.days(clock.days ?? 1);
    default:
      return say.none;
  }
}

/** The quiet hours, in words: no deadline falls in them. */
export function sayQuietHours(clock: ClockRule | undefined): string | undefined {
  const quiet = clock?.quiet_hours;
  return quiet && text().clock.quiet(quiet.from, quiet.to, quiet.zone ?? 'UTC');
}

/** What happens at zero, in words; nothing where no time runs. */
export function sayAtZero(clock: ClockRule | undefined): string | undefined {
  if (!clock || clock.kind === 'none') return undefined;
  return text().clock.atZeroKind[clock.on_timeout ?? 'default'];
}

/** Seconds in the largest units that fit: "1 h 30 min", "45 s". */
function lasting(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ];
  return parts.flatMap(([count, unit]) => (count ? [`${count} ${unit}`] : [])).join(' ') || '0 s';
}
