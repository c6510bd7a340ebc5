import { timeLeft } from '../clock/time';
import { isMotionOff } from '../effects/motion';
import type { Source } from './source';

/** With fewer seconds on the clock, questions are never held back. */
const SHORT_OF_TIME_S = 15;

/** Whether to skip all waiting: reduced motion, page hidden, or short of time. */
export function isHurried(source: Source, seat: number | undefined): boolean {
  return isMotionOff() || document.hidden || secondsLeft(source, seat) < SHORT_OF_TIME_S;
}

function secondsLeft({ clock, waiting, skew }: Source, seat: number | undefined): number {
  const left = seat === undefined ? undefined : timeLeft(seat, clock, waiting, skew.now());
  return left?.running ? left.seconds : Infinity;
}
