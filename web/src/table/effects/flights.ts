/** Flights: tokens and effects that fly over the table in an arc. A count at their target
 * changes when they arrive. */

import { SvelteMap } from 'svelte/reactivity';

import { motionMs, type Duration } from '../../browser/motion_tokens';
import { whenOver } from './motion';

/** How far above the straight line a thing flies, as a share of its way. */
const ARC = 0.17;

/** Amounts that are still on their way, by target. */
export class InFlight {
  readonly #amounts = new SvelteMap<string, number>();

  to(place: string): number {
    return this.#amounts.get(place) ?? 0;
  }

  add(place: string, amount: number): void {
    const left = this.to(place) + amount;
    if (left) this.#amounts.set(place, left);
    else this.#amounts.delete(place);
  }

  clear(): void {
    this.#amounts.clear();
  }
}

export interface Point {
  x: number;
  y: number;
}

/** The middle of what the selector finds first, if that is visible. */
export function centreOf(root: ParentNode, selector: string): Point | undefined {
  const rect = root.querySelector(selector)?.getBoundingClientRect();
  return rect?.width ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : undefined;
}

interface Flight {
  from: Point;
  to: Point;
  duration: Duration;
  delayMs?: number;
  /** How large it is at the start, above the middle of its way, and at the end. */
  scales: [start: number, top: number, end: number];
  onArrival?: (() => void) | undefined;
}

/** Lets an element fly over its layer, from whose corner its own middle is measured. */
export function fly(
  layer: HTMLElement,
  element: HTMLElement,
  { from, to, duration, delayMs = 0, scales: [start, above, end], onArrival }: Flight,
): void {
  layer.append(element);
  const at = ({ x, y }: Point, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - ARC * way };
  const animation = element.animate(
    [
      { transform: at(from, start), opacity: 0, easing: 'ease-out' },
      { transform: at(top, above), opacity: 1, easing: 'ease-in', offset: 0.55 },
      { transform: at(to, end), opacity: 1 },
    ],
    { duration: motionMs(duration), delay: delayMs, fill: 'both' },
  );
  whenOver(animation, () => {
    element.remove();
    onArrival?.();
  });
}
