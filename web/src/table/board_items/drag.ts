/** Dragging: a thing that answers a question can be dragged onto its target. A press that does not
 * move stays a press; on a phone, touch swipes the hand instead. */

import { phone } from '../layout/media.svelte';
import { motionMs } from '../../browser/motion_tokens';
import { DRAGGED } from './press';

export interface DragHandlers {
  /** A drag starts; returns whether the thing may be dragged. */
  begin: () => boolean;
  /** It is dropped onto a thing, by its id, or elsewhere on the table. */
  drop: (onto: string | undefined) => void;
  /** It is dropped where it was, or the drag is cancelled. */
  cancel: () => void;
}

/** Longer than a pointer slips during a press. */
const MIN_DRAG_PX = 12;
/** A drop nearer to where it started cancels the drag. */
const MIN_DROP_PX = 48;

interface Drag {
  pointer: number;
  fromX: number;
  fromY: number;
  byTouch: boolean;
  /** It was cancelled, and the pointer is still down. */
  isCancelled?: boolean;
}

export function dragging(element: HTMLElement, handlers: DragHandlers) {
  let drag: Drag | undefined;
  let isMoving = false;
  /** Screen pixels per pixel of the element. */
  let scale = 1;
  let over: Element | undefined;

  function down({ isPrimary, button, pointerId, pointerType, clientX, clientY }: PointerEvent) {
    const byTouch = pointerType === 'touch';
    if (!isPrimary || button !== 0 || (byTouch && phone.matches)) return;
    drag = { pointer: pointerId, fromX: clientX, fromY: clientY, byTouch };
    isMoving = false;
  }

  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (drag?.pointer !== pointerId || drag.isCancelled) return;
    const [acrossPx, downPx] = [clientX - drag.fromX, clientY - drag.fromY];
    if (!isMoving) {
      if (Math.hypot(acrossPx, downPx) < MIN_DRAG_PX) return;
      // A sideways touch swipes the hand.
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
    // An ancestor may be scaled or rotated.
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
    const { fromX, fromY, isCancelled } = drag;
    const wasMoving = isMoving;
    const onto = over instanceof HTMLElement ? over.dataset.thing : undefined;
    end();
    if (!wasMoving && !isCancelled) return;
    swallowClick();
    if (isCancelled) return;
    const isAway = Math.hypot(clientX - fromX, clientY - fromY) >= MIN_DROP_PX;
    if (onto || isAway) handlers.drop(onto);
    else handlers.cancel();
  }

  /** Ignores the click with which the browser ends the drag. */
  function swallowClick() {
    const swallow = (event: Event) => event.stopImmediatePropagation();
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
  }

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const cancelled = drag;
    abort();
    if (cancelled) drag = { ...cancelled, isCancelled: true };
  }

  function abort() {
    const wasMoving = isMoving;
    end();
    if (wasMoving) handlers.cancel();
  }

  /** Animates it back to its place; a move of the table starts from where it is. */
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
