/** Pointer, touch and focus on a thing: a press, a look (hover, focus, long press), going away. */

export interface Pressing {
  /** `touch`: by a finger or a pen, which can't hover first to see what the thing is. */
  press: (element: HTMLElement, touch: boolean) => void;
  look: (element: HTMLElement, pinned: boolean) => void;
  away: () => void;
}

const HOVER_MS = 220;
const LONG_PRESS_MS = 380;

/** With what the page was last pressed. */
let last = '';

/** Whether a click came from a finger or a pen. Keys and scripts click without a pointer. */
export function isTouch(event: MouseEvent): boolean {
  const kind = (event as PointerEvent).pointerType || (event.detail > 0 ? last : '');
  return kind === 'touch' || kind === 'pen';
}

/** The thing under a press, where it lies now, whatever covers it. */
export function thingUnderPress(
  { clientX, clientY }: MouseEvent,
  target: string,
): Element | undefined {
  return document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element instanceof HTMLElement && element.dataset.thing === target);
}

/** The focus also moves while the page changes, when nothing may be written. */
export const afterUpdate = queueMicrotask;

export function pressing(element: HTMLElement, now: Pressing) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  let isLong = false;
  let waits = false;

  const later = (wait: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  const leave = () => {
    clearTimeout(timer);
    waits = false;
    now.away();
  };

  const listeners: [string, (event: Event) => void][] = [
    [
      'pointermove',
      (event) => {
        const { pointerType, movementX, movementY } = event as PointerEvent;
        // A card that moves under a resting pointer is not inspected.
        if (pointerType !== 'mouse' || waits || (!movementX && !movementY)) return;
        waits = true;
        later(HOVER_MS, () => now.look(element, false));
      },
    ],
    ['pointerleave', leave],
    [
      'pointerdown',
      (event) => {
        isLong = false;
        began = event.timeStamp;
        last = (event as PointerEvent).pointerType;
        if ((event as PointerEvent).pointerType === 'mouse') return;
        later(LONG_PRESS_MS, () => {
          isLong = true;
          now.look(element, true);
        });
      },
    ],
    [
      'pointerup',
      (event) => {
        clearTimeout(timer);
        // On a busy page the timer may fire although the finger was lifted in time.
        isLong &&= event.timeStamp - began >= LONG_PRESS_MS;
      },
    ],
    ['pointercancel', () => clearTimeout(timer)],
    [
      'contextmenu',
      (event) => {
        event.preventDefault();
        now.look(element, true);
      },
    ],
    [
      'click',
      (event) => {
        clearTimeout(timer);
        if (!isLong) now.press(element, isTouch(event as MouseEvent));
        isLong = false;
      },
    ],
    [
      'focus',
      () => {
        if (element.matches(':focus-visible')) afterUpdate(() => now.look(element, false));
      },
    ],
    ['blur', () => afterUpdate(leave)],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener);

  return {
    update(next: Pressing) {
      now = next;
    },
    destroy() {
      clearTimeout(timer);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    },
  };
}
