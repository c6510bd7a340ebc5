/** Pointer, touch and focus on a thing: a press, an inspection (hover, focus, long press) and its end. */

export interface PressHandlers {
  /** `touch`: by a finger or a pen, which can't hover first to see what the thing is. */
  press: (element: HTMLElement, touch: boolean) => void;
  inspect: (element: HTMLElement, pinned: boolean) => void;
  leave: () => void;
}

/** The class of a thing while it is dragged. */
export const DRAGGED = 'dragged';

const HOVER_MS = 220;
const LONG_PRESS_MS = 380;

/** With what the page was last pressed. */
let lastPointerType = '';

/** Whether a click came from a finger or a pen. Keys and scripts click without a pointer. */
export function isTouch(event: MouseEvent): boolean {
  const kind = (event as PointerEvent).pointerType || (event.detail > 0 ? lastPointerType : '');
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

export function pressing(element: HTMLElement, handlers: PressHandlers) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressedAtMs = 0;
  let isLong = false;
  let hoverPending = false;

  const inspect = (isPinned: boolean) => {
    if (!element.classList.contains(DRAGGED)) handlers.inspect(element, isPinned);
  };
  const schedule = (delayMs: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, delayMs);
  };
  const cancel = () => {
    clearTimeout(timer);
    hoverPending = false;
    handlers.leave();
  };

  const listeners: [string, (event: Event) => void][] = [
    [
      'pointermove',
      (event) => {
        const { pointerType, movementX, movementY } = event as PointerEvent;
        // A card that moves under a resting pointer is not inspected.
        if (pointerType !== 'mouse' || hoverPending || (!movementX && !movementY)) return;
        hoverPending = true;
        schedule(HOVER_MS, () => inspect(false));
      },
    ],
    ['pointerleave', cancel],
    [
      'pointerdown',
      (event) => {
        isLong = false;
        pressedAtMs = event.timeStamp;
        lastPointerType = (event as PointerEvent).pointerType;
        if ((event as PointerEvent).pointerType === 'mouse') return;
        schedule(LONG_PRESS_MS, () => {
          isLong = true;
          inspect(true);
        });
      },
    ],
    [
      'pointerup',
      (event) => {
        clearTimeout(timer);
        // On a busy page the timer may fire although the finger was lifted in time.
        isLong &&= event.timeStamp - pressedAtMs >= LONG_PRESS_MS;
      },
    ],
    ['pointercancel', () => clearTimeout(timer)],
    [
      'contextmenu',
      (event) => {
        event.preventDefault();
        handlers.inspect(element, true);
      },
    ],
    [
      'click',
      (event) => {
        clearTimeout(timer);
        if (!isLong) handlers.press(element, isTouch(event as MouseEvent));
        isLong = false;
      },
    ],
    [
      'focus',
      () => {
        if (element.matches(':focus-visible')) afterUpdate(() => handlers.inspect(element, false));
      },
    ],
    ['blur', () => afterUpdate(cancel)],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener);

  return {
    update(next: PressHandlers) {
      handlers = next;
    },
    destroy() {
      clearTimeout(timer);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    },
  };
}
