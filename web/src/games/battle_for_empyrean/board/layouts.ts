import { phone } from '../../../table/layout/media.svelte';
import { halfBoard } from './half_board';

/** How the battlefields are shown. */
export interface Layout {
  /** Lines of each of their effects, if not as many as the screen allows; without any, the phases in
   * which the effects act. */
  lines?: 0 | 1 | 2 | 3;
  /** The strips of two rivals take one line. */
  slim: boolean;
  /** Zones are lower. */
  low: boolean;
}

/** From the one that shows most to the one that shows least. */
export const LAYOUTS: [Layout, ...Layout[]] = [
  { slim: false, low: false },
  { lines: 3, slim: false, low: false },
  { lines: 2, slim: true, low: false },
  { lines: 1, slim: true, low: false },
  { lines: 0, slim: true, low: false },
  { lines: 0, slim: true, low: true },
];

/** Whether some Zones lie below the others, although all battlefields are side by side. */
export function isTooHigh(board: HTMLElement): boolean {
  if (phone.matches || halfBoard.matches) return false;
  return board.offsetHeight > (board.parentElement?.clientHeight ?? 0) + 1;
}
