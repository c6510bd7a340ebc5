/** The pointer of a note: marks what it points at, and brings it into view. */

import { isCovered } from '../board_items/sight';

const MARK_ATTRIBUTE = 'data-pointed';
/** What scrolls below the note. */
const BOARD_SELECTOR = '.scroll';
/** The changes of the page by which a target comes, goes, or is another element. */
const CHANGES = {
  childList: true,
  subtree: true,
  attributeFilter: ['data-region', 'data-thing'],
};

/** The first visible element of a region of the page, or of a thing on the board. */
export function elementAt(target: string): HTMLElement | undefined {
  const name = CSS.escape(target);
  const elements = document.querySelectorAll<HTMLElement>(
    `[data-region="${name}"], [data-thing="${name}"]`,
  );
  return [...elements].find((element) => element.getClientRects().length > 0);
}

/**
 * Points at a target until it stops, whichever element that is. It looks in the next frame after a
 * change, when the board has found the layout that fits and nothing is drawn yet.
 */
export class Pointer {
  #markedElement: HTMLElement | undefined;
  #scrollPending = false;
  #frame: number | undefined;
  readonly #changes = new MutationObserver(() => this.#updateSoon());

  constructor(private readonly target: string) {
    this.#changes.observe(document.body, CHANGES);
    this.#updateSoon();
  }

  /** Brings the target into view in the next frame; done without being asked for another element. */
  show(): void {
    this.#scrollPending = true;
    this.#updateSoon();
  }

  stop(): void {
    this.#changes.disconnect();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#markedElement?.removeAttribute(MARK_ATTRIBUTE);
  }

  #updateSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#update();
    });
  }

  #update(): void {
    const element = elementAt(this.target);
    if (element !== this.#markedElement) {
      this.#markedElement?.removeAttribute(MARK_ATTRIBUTE);
      element?.setAttribute(MARK_ATTRIBUTE, '');
      this.#markedElement = element;
      this.#scrollPending = true;
    }
    if (this.#scrollPending && element?.closest(BOARD_SELECTOR)) bringIntoView(element);
    this.#scrollPending = false;
  }
}

/** Scrolls as little as possible. */
function bringIntoView(element: HTMLElement): void {
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  if (isCovered(element)) element.scrollIntoView?.({ block: 'center' });
}
