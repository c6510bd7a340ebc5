/** Whether a thing on the board can be seen, and scrolling to it. */

/** Whether its middle is in sight: in the window, and nothing lies on it. */
export function isInSight(element: Element): boolean {
  const hit = atMiddle(element);
  return !!hit && touches(element, hit);
}

/** Whether something lies on its middle, such as an area that stays in place as others scroll. */
export function isCovered(element: Element): boolean {
  const hit = atMiddle(element);
  return !!hit && !touches(element, hit);
}

/** Brings one of the elements into sight, unless one of them is. */
export function scrollOneIntoSight(elements: Element[], options: ScrollIntoViewOptions): void {
  if (!elements.some(isInSight)) elements.at(-1)?.scrollIntoView?.(options);
}

function atMiddle(element: Element): Element | null | undefined {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint?.(x + width / 2, y + height / 2);
}

function touches(element: Element, hit: Element): boolean {
  return element.contains(hit) || hit.contains(element);
}
