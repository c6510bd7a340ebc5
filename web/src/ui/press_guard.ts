/**
 * What is pressed counts, where it was pressed: a press that began on a control counts there, though
 * the control has moved when the press ends; and it does nothing to a control that was not there, or
 * not long enough to be meant. Keys and assistive technology click without a pointer, and never wait.
 */

import {
  cameAfter,
  changedAfter,
  controlOf,
  trackPointer,
  isUnready,
  type Point,
} from './control_readiness';

/** Who moves the pointer further before letting go has thought better of it. */
const MAX_SLIP_PX = 10;
/** A click of the browser that follows one of ours is the same press. */
const SAME_PRESS_MS = 50;

interface Press {
  /** What it began on, if that can be pressed. */
  control: Element | undefined;
  at: Point;
  since: number;
  /** It was aimed at something else. */
  misdirected: boolean;
  slipped: boolean;
}

let press: Press | undefined;
/** The click that this guard sends. */
let ownClick: Event | undefined;
let lastClick = { control: undefined as Element | undefined, at: 0 };

export function guardPresses(): void {
  addEventListener('pointermove', trackPointer, { capture: true, passive: true });
  addEventListener('pointerdown', begin, true);
  addEventListener('pointerup', end, true);
  addEventListener('pointercancel', () => (press = undefined), true);
  addEventListener('click', click, true);
}

const isPress = ({ isPrimary, button, ctrlKey }: PointerEvent): boolean =>
  isPrimary && button === 0 && !ctrlKey;

const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType !== 'mouse';

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });

function begin(event: PointerEvent): void {
  trackPointer(event);
  press = undefined;
  if (!isPress(event)) return;
  const control = controlOf(event.target);
  const at = pointOf(event);
  press = {
    control,
    at,
    since: performance.now(),
    misdirected: !!control && isUnready(control, at, isTouch(event)),
    slipped: false,
  };
}

/** Browsers click what lies under both ends of a press; if that is nothing, nothing. */
function end(event: PointerEvent): void {
  const current = press;
  if (!current || !isPress(event)) return;
  current.slipped =
    Math.hypot(event.clientX - current.at.x, event.clientY - current.at.y) > MAX_SLIP_PX;
  // A finger's click follows later, and always.
  if (isTouch(event) || current.slipped) return;
  setTimeout(() => {
    if (press !== current) return;
    press = undefined;
    dispatchClick(current, event);
  });
}

function click(event: MouseEvent): void {
  if (event === ownClick || !event.detail) return;
  const current = press;
  press = undefined;
  if (!current) {
    const repeats = performance.now() - lastClick.at < SAME_PRESS_MS;
    if (repeats && lastClick.control === controlOf(event.target)) stop(event);
    return;
  }
  const hit = controlOf(event.target);
  if (current.control && hit !== current.control) {
    if (current.slipped && !(hit instanceof HTMLDialogElement)) return;
    stop(event);
    if (!current.slipped) dispatchClick(current, event);
  } else if (hit && isVoid(hit, current)) stop(event);
}

/** Whether a press that ends on a control, as it began, was not meant for it. */
function isVoid(hit: Element, current: Press): boolean {
  if (current.control) return current.misdirected || changedAfter(hit, current.since);
  // Content of a dialog has moved away, or the pointer has left it, to the end of the press.
  return hit instanceof HTMLDialogElement || cameAfter(hit, current.since, current.at);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Clicks what the press began on, if that is still there. */
function dispatchClick(current: Press, event: MouseEvent): void {
  const { control } = current;
  if (!control || control instanceof HTMLDialogElement || current.misdirected) return;
  if (!isWithinReach(control) || changedAfter(control, current.since)) return;
  const { clientX, clientY, altKey, ctrlKey, metaKey, shiftKey } = event;
  const pointer = event as PointerEvent;
  ownClick = new PointerEvent('click', {
    ...{ bubbles: true, cancelable: true, composed: true, view: window, detail: 1 },
    ...{ clientX, clientY, altKey, ctrlKey, metaKey, shiftKey },
    ...{ pointerId: pointer.pointerId, pointerType: pointer.pointerType, isPrimary: true },
  });
  control.dispatchEvent(ownClick);
  lastClick = { control, at: performance.now() };
}

/** Whether it is still on the page, enabled, and no dialog has opened over it. */
function isWithinReach(control: Element): boolean {
  if (!control.isConnected || control.matches(':disabled')) return false;
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  return !dialog || dialog.contains(control);
}
