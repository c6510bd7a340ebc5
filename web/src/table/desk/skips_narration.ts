import { timeLeft } from '../clock/time';
import { isMotionOff } from '../../browser/motion_tokens';
import type { Source } from './source';

/** With fewer seconds on the clock, questions are never held back. */
const MIN_TIME_TO_NARRATE_S = 15;

/** Whether to skip all waiting: reduced motion, page hidden, or short of time. */
export function skipsNarration(source: Source, seat: number | undefined): boolean {
  return isMotionOff() || document.hidden || secondsLeft(source, seat) < MIN_TIME_TO_NARRATE_S;
}

function secondsLeft({ clock, waiting, skew }: Source, seat: number | undefined): number {
  const remaining = seat === undefined ? undefined : timeLeft(seat, clock, waiting, skew.now());
  return remaining?.running ? remaining.seconds : Infinity;
}
