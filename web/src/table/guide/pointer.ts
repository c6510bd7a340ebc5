/** The pointer of a note: marks what it points at, and brings it into view. */

import { isCovered } from '../desk/sight';

const MARK = 'data-pointed';
/** What scrolls below the note. */
const BOARD = '.scroll';

/** The first visible element of a region of the page, or of a thing on the board. */
export function elementAt(target: string): HTMLElement | undefined {
  const name = CSS.escape(target);
  const found = document.querySelectorAll<HTMLElement>(
    `[data-region="${name}"], [data-thing="${name}"]`,
  );
  return [...found].find((one) => one.getClientRects().length > 0);
}

/** Marks the target of a note, and returns a function that removes the mark. */
export function point(target: string): () => void {
  const element = elementAt(target);
  element?.setAttribute(MARK, '');
  if (element?.closest(BOARD)) show(element);
  return () => element?.removeAttribute(MARK);
}

/** Scrolls as little as possible. */
function show(element: HTMLElement): void {
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  if (isCovered(element)) element.scrollIntoView?.({ block: 'center' });
}
