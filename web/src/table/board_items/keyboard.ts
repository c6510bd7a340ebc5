/** Keyboard navigation: arrows move to the nearest thing in their direction. */

type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const DIRECTIONS: Record<ArrowKey, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isArrowKey(key: string): key is ArrowKey {
  return key in DIRECTIONS;
}

/** Whether keys are being typed into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=range]), textarea, select') || target.isContentEditable)
  );
}

/** The nearest of several places in a direction; sideways distance counts double. */
export function nearest<Place extends { x: number; y: number }>(
  from: { x: number; y: number },
  places: Place[],
  direction: ArrowKey,
): Place | undefined {
  const [right, down] = DIRECTIONS[direction];
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * right + (place.y - from.y) * down;
    const aside = Math.abs((place.x - from.x) * down) + Math.abs((place.y - from.y) * right);
    if (ahead <= 4) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** Moves the focus over the things and signs below `root`. */
export function moveFocus(root: ParentNode, direction: ArrowKey): void {
  const things = [...root.querySelectorAll<HTMLElement>('[data-thing], [data-tip]')].map(
    (element) => {
      const rect = element.getBoundingClientRect();
      return { element, x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
    },
  );
  const current = things.find(({ element }) => element === document.activeElement);
  const first = root.querySelector<HTMLElement>('[data-thing].glows') ?? things[0]?.element;
  const next = current ? nearest(current, things, direction)?.element : first;
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** Traps the focus within an overlay, and restores it afterwards. */
export function trapFocus(element: HTMLElement) {
  const before = document.activeElement;
  const key = (event: KeyboardEvent) => {
    const step = { Tab: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...element.querySelectorAll<HTMLElement>('button:enabled, a[href], summary')];
    const current = buttons.findIndex((button) => button === document.activeElement);
    const next = current < 0 && step < 0 ? -1 : current + step;
    buttons.at(next % buttons.length)?.focus();
  };
  element.addEventListener('keydown', key);
  element.focus({ preventScroll: true });
  return {
    destroy() {
      element.removeEventListener('keydown', key);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
  };
}

/** Moves the focus to the question; no ring for mouse users. */
export function focusQuestion(): void {
  document.getElementById('question')?.focus({ preventScroll: true });
}

/** Moves the focus to an element that is about to appear. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** After the page has changed: a lost focus moves to the question, with the frame that shows it. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusQuestion();
  });
}

/** Whether a key that presses buttons is only repeating. */
export function isKeyRepeat(event: KeyboardEvent): boolean {
  return event.repeat && (event.key === 'Enter' || event.key === ' ');
}

/** Presses the button of the question that has this number. */
export function pressNumber(root: ParentNode, digit: string): boolean {
  const button = root.querySelector<HTMLButtonElement>(`[data-shortcut="${digit}"]`);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}
