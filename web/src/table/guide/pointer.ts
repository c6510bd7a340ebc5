/** The pointer of a note: marks what it points at, and brings it into view. */

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

/** Whether something lies on its middle, such as an area that stays in place as others scroll. */
function isCovered(element: HTMLElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint?.(x + width / 2, y + height / 2);
  return !!hit && !element.contains(hit) && !hit.contains(element);
}
