/** Tips: what a sign means, shown beside it while it is pointed at, focused or tapped. */

import { isTouch } from './press';

/** Milliseconds that the pointer rests on a sign before it is explained. */
const HOVER_MS = 150;

interface Tip {
  text: string;
  at: DOMRect;
}

let open = $state.raw<Tip>();
let by: HTMLElement | undefined;

export const tips = {
  get current(): Tip | undefined {
    return open;
  },
};

function show(element: HTMLElement, text: string): void {
  by = element;
  open = { text, at: element.getBoundingClientRect() };
}

function hide(element: HTMLElement): void {
  if (by === element) by = open = undefined;
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
      if (by === element) leave();
      else show(element, text);
    },
    focus: () => {
      if (element.matches(':focus-visible')) show(element, text);
    },
    blur: leave,
  };
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener);
  }
  element.dataset.told = '';
  if (!(element instanceof HTMLButtonElement)) element.tabIndex = -1;
  return {
    update(next: string) {
      text = next;
      if (by === element) show(element, text);
    },
    destroy: leave,
  };
}

/** Closes the tip when something else is pressed, or the page scrolls under it. */
export function dismissTip({ type, target }: Event): void {
  const inside = target instanceof Node && by?.contains(target);
  if (by && !(type === 'pointerdown' && inside)) hide(by);
}
