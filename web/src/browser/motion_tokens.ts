/** Durations and easings of everything that moves: the one table of them. Styles read them as custom
 * properties (`var(--quick)`), scripts by name. How long something is shown to be read stands where it
 * is shown; periods of what moves for ever stand with that. */

import { animationSpeed } from './table_preferences';

/** In milliseconds, at normal speed. */
export const DURATIONS = {
  /** A popover. */
  instant: 90,
  /** A control that answers. */
  quick: 120,
  /** A part that comes or goes, a thing that makes room. */
  calmly: 260,
  /** A thing that travels across the table. */
  travel: 440,
  /** What changes the table: a wall of fire, a star that fills. */
  grand: 700,
  /** Between the starts of things that move in turn. */
  step: 110,
};
export type Duration = keyof typeof DURATIONS;

export const EASINGS = {
  ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  /** Of what crosses the table: it leaves at once and is laid down. */
  'ease-travel': 'cubic-bezier(0.3, 0.1, 0.2, 1)',
};

const SPEED_FACTORS = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** Milliseconds at the chosen animation speed. */
export function pacedMs(milliseconds: number): number {
  return milliseconds * SPEED_FACTORS[animationSpeed.value];
}

/** Whether nothing should move: by the page's setting or the system's. */
export function isMotionOff(): boolean {
  if (animationSpeed.value === 'off') return true;
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The milliseconds of a duration at the chosen speed, 0 if nothing should move. */
export function motionMs(duration: Duration): number {
  return isMotionOff() ? 0 : pacedMs(DURATIONS[duration]);
}

/** Sets the tokens on the root element, where the styles read them. */
export function applyMotionTokens(): void {
  const { style } = document.documentElement;
  for (const [name, duration] of Object.entries(DURATIONS))
    style.setProperty(`--${name}`, `${pacedMs(duration)}ms`);
  for (const [name, easing] of Object.entries(EASINGS)) style.setProperty(`--${name}`, easing);
}
