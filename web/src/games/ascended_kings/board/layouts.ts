/** How the mats beside the arena are shown. */
export interface Layout {
  /** With smaller dials, and with signs in place of words on buttons. */
  tight: boolean;
  /** Rivals' mats take two lines each. */
  brief: boolean;
  /** One's own mat is smaller, and no words stand below its parts. */
  small: boolean;
}

/** From the one that shows most to the one that shows least. */
export const LAYOUTS: [Layout, ...Layout[]] = [
  { tight: false, brief: false, small: false },
  { tight: true, brief: false, small: false },
  { tight: true, brief: true, small: false },
  { tight: true, brief: true, small: true },
];

/** Whether a mat lies below what is seen of their column. */
export function isTooHigh(board: HTMLElement): boolean {
  const mats = board.querySelector('.mats');
  const column = mats?.parentElement;
  if (!column) return false;
  const seen = column.getBoundingClientRect().top + column.clientHeight;
  return mats.getBoundingClientRect().bottom + column.scrollTop > seen + 1;
}
