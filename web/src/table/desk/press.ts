/** Pointer, touch and focus on a thing: a press, a look (hover, focus, long press), going away. */

export interface Pressing {
  press: (element: HTMLElement) => void;
  look: (element: HTMLElement, pinned: boolean) => void;
  away: () => void;
}

const HOVER = 220;
const LONG = 380;

/** The focus also moves while the page changes, when nothing may be written. */
export const afterwards = queueMicrotask;

export function pressing(element: HTMLElement, now: Pressing) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
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
        // A card that comes to lie under a resting pointer is not looked at.
        if (pointerType !== 'mouse' || waits || (!movementX && !movementY)) return;
        waits = true;
        later(HOVER, () => now.look(element, false));
      },
    ],
    ['pointerleave', leave],
    [
      'pointerdown',
      (event) => {
        held = false;
        if ((event as PointerEvent).pointerType === 'mouse') return;
        later(LONG, () => {
          held = true;
          now.look(element, true);
        });
      },
    ],
    ['pointerup', () => clearTimeout(timer)],
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
      () => {
        clearTimeout(timer);
        if (!held) now.press(element);
        held = false;
      },
    ],
    [
      'focus',
      () => {
        if (element.matches(':focus-visible')) afterwards(() => now.look(element, false));
      },
    ],
    ['blur', () => afterwards(leave)],
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
