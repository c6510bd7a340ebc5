/** Tips: what a sign means, shown beside it while it is pointed at, focused or tapped. */

import { afterUpdate, isTouch } from './press';

/** Milliseconds that the pointer rests on a sign before it is explained. */
const HOVER_MS = 150;

interface Tip {
  text: string;
  rect: DOMRect;
}

let openTip = $state.raw<Tip>();
let owner: HTMLElement | undefined;

export const tips = {
  get current(): Tip | undefined {
    return openTip;
  },
};

function show(element: HTMLElement, text: string): void {
  owner = element;
  openTip = { text, rect: element.getBoundingClientRect() };
}

function hide(element: HTMLElement): void {
  if (owner === element) owner = openTip = undefined;
}

/** Explains a sign. One that is no button can be reached with the arrow keys, as things are. */
export function tip(element: HTMLElement, text: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    hide(element);
  };
  const listeners: Record<string, (event: Event) => void> = {
    pointerenter: (event) => {
      if ((event as PointerEvent).pointerType !== 'mouse') return;
      timer = setTimeout(() => show(element, text), HOVER_MS);
    },
    pointerleave: (event) => {
      if ((event as PointerEvent).pointerType === 'mouse') leave();
    },
    click: (event) => {
      if (!isTouch(event as MouseEvent)) return;
      if (owner === element) leave();
      else show(element, text);
    },
    focus: () => {
      if (element.matches(':focus-visible')) afterUpdate(() => show(element, text));
    },
    blur: () => afterUpdate(leave),
  };
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener);
  }
  element.dataset.tip = '';
  if (!(element instanceof HTMLButtonElement)) element.tabIndex = -1;
  return {
    update(next: string) {
      text = next;
      if (owner === element) show(element, text);
    },
    destroy: leave,
  };
}

/** Closes the tip when something else is pressed, or the page scrolls under it. */
export function dismissTip({ type, target }: Event): void {
  const inside = target instanceof Node && owner?.contains(target);
  if (owner && !(type === 'pointerdown' && inside)) hide(owner);
}
