/** Dragging: a thing that answers a question is drawn to where it shall go. A press that does not move
 * stays a press; on a phone a finger swipes the hand instead. */

import { phone } from '../layout/media.svelte';
import { motionMs } from '../../browser/motion_tokens';
import { DRAGGED } from './press';

export interface DragHandlers {
  /** It is drawn away: returns whether it may be. */
  begin: () => boolean;
  /** It is let go over another thing, by that one's id, or over what is none. */
  drop: (onto: string | undefined) => void;
  /** It is let go where it was, or taken back. */
  cancel: () => void;
}

/** Further than the pointer slips in a press. */
const MIN_DRAG_PX = 12;
/** Nearer to where it lay, nothing is meant. */
const MIN_DROP_PX = 48;

interface Drag {
  pointer: number;
  fromX: number;
  fromY: number;
  byTouch: boolean;
  /** It was taken back, and the pointer is still down. */
  isTakenBack?: boolean;
}

export function dragging(element: HTMLElement, handlers: DragHandlers) {
  let drag: Drag | undefined;
  let isMoving = false;
  /** Pixels on the screen for one of the element's own. */
  let scale = 1;
  let over: Element | undefined;

  function down({ isPrimary, button, pointerId, pointerType, clientX, clientY }: PointerEvent) {
    const byTouch = pointerType === 'touch';
    if (!isPrimary || button !== 0 || (byTouch && phone.matches)) return;
    drag = { pointer: pointerId, fromX: clientX, fromY: clientY, byTouch };
    isMoving = false;
  }

  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (drag?.pointer !== pointerId || drag.isTakenBack) return;
    const [acrossPx, downPx] = [clientX - drag.fromX, clientY - drag.fromY];
    if (!isMoving) {
      if (Math.hypot(acrossPx, downPx) < MIN_DRAG_PX) return;
      // A finger that goes sideways swipes what lies there.
      const isSwipe = drag.byTouch && Math.abs(acrossPx) > Math.abs(downPx);
      if (isSwipe || !handlers.begin()) {
        drag = undefined;
        return;
      }
      start(acrossPx, downPx);
    }
    element.style.transform = `translate(${acrossPx / scale}px, ${downPx / scale}px)`;
    lookUnder(clientX, clientY);
  }

  function start(acrossPx: number, downPx: number) {
    if (!drag) return;
    isMoving = true;
    element.setPointerCapture(drag.pointer);
    element.classList.add(DRAGGED);
    // What it lies on may be enlarged or turned a little.
    const before = element.getBoundingClientRect();
    element.style.transform = `translate(${acrossPx}px, ${downPx}px)`;
    const after = element.getBoundingClientRect();
    const moved = Math.hypot(after.x - before.x, after.y - before.y);
    scale = moved / Math.hypot(acrossPx, downPx) || 1;
    addEventListener('keydown', escape, true);
  }

  function lookUnder(x: number, y: number) {
    const found = document
      .elementsFromPoint(x, y)
      .map((under) => under.closest('.thing:is(.glows, .offers)'))
      .find((thing) => thing && thing !== element);
    if (found === over) return;
    over?.removeAttribute('data-drop');
    over = found ?? undefined;
    over?.setAttribute('data-drop', '');
  }

  function up({ pointerId, clientX, clientY }: PointerEvent) {
    if (drag?.pointer !== pointerId) return;
    const { fromX, fromY, isTakenBack } = drag;
    const wasMoving = isMoving;
    const onto = over instanceof HTMLElement ? over.dataset.thing : undefined;
    end();
    if (!wasMoving && !isTakenBack) return;
    swallowClick();
    if (isTakenBack) return;
    const isAway = Math.hypot(clientX - fromX, clientY - fromY) >= MIN_DROP_PX;
    if (onto || isAway) handlers.drop(onto);
    else handlers.cancel();
  }

  /** The click that follows is the end of the drag. */
  function swallowClick() {
    const swallow = (event: Event) => event.stopImmediatePropagation();
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
  }

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const takenBack = drag;
    abort();
    if (takenBack) drag = { ...takenBack, isTakenBack: true };
  }

  function abort() {
    const wasMoving = isMoving;
    end();
    if (wasMoving) handlers.cancel();
  }

  /** It goes back to its place, unless the table takes it from where it is. */
  function end() {
    drag = undefined;
    over?.removeAttribute('data-drop');
    over = undefined;
    if (!isMoving) return;
    isMoving = false;
    removeEventListener('keydown', escape, true);
    element.classList.remove(DRAGGED);
    const { transform } = element.style;
    element.style.transform = '';
    element.animate?.([{ transform }, {}], { duration: motionMs('calmly'), easing: 'ease-out' });
  }

  const listeners: Partial<{ [Name in keyof HTMLElementEventMap]: (event: never) => void }> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: abort,
    lostpointercapture: abort,
  };
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener);

  return {
    update(next: DragHandlers) {
      handlers = next;
    },
    destroy() {
      removeEventListener('keydown', escape, true);
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
    },
  };
}
