/** Flights of Might: what a unit gains strikes the figure of its army, and effects fly from what
 * causes them to what they touch. A figure shows what flies to it once that has arrived. */

import { SvelteMap } from 'svelte/reactivity';

import { isMotionOff, motionMs, type Duration } from '../../../browser/motion_tokens';
import type { Desk } from '../../../table/desk/desk.svelte';
import { whenOver } from '../../../table/effects/motion';
import type { PlayerId } from '../view';
import type { Scene } from './scene';

/** How far above the straight line something flies, as a share of its way. */
const ARC = 0.16;
const STRIKE = [
  { transform: 'none' },
  { transform: 'scale(1.42)', offset: 0.3 },
  { transform: 'none' },
];

export class MightFlights {
  /** What still flies to a figure, by battlefield and player. */
  readonly #coming = new SvelteMap<string, number>();

  /** What a figure shows: all but what is still on its way. */
  shown(field: string, player: PlayerId, might: number): number {
    return might - (this.#coming.get(`${field}:${player}`) ?? 0);
  }

  /** What will change in this scene is on its way before the scene is shown. */
  prepare({ table, change }: Scene): void {
    const unit = change && table.units[change.unit];
    if (!change || !unit || isMotionOff()) return;
    this.#await(`${unit.battlefield}:${unit.owner}`, change.by);
  }

  /** Sends off what a scene tells of, from and to where things lie in `root`. */
  begin(root: ParentNode, layer: HTMLElement, { table, acts, change }: Scene): void {
    if (isMotionOff()) return;
    const [source, target] = acts;
    const from = source && centreOf(root, things(source));
    const to = target && centreOf(root, things(target));
    if (from && to) fly(layer, { kind: 'effect', text: '', from, to, duration: 'calmly' });
    const unit = change && table.units[change.unit];
    if (!change || !unit) return;
    const key = `${unit.battlefield}:${unit.owner}`;
    const figure = root.querySelector<HTMLElement>(`[data-might="${key}"]`);
    const start = centreOf(root, things(change.unit));
    const end = figure && centre(figure);
    const onArrival = () => {
      this.#await(key, -change.by);
      figure?.animate(STRIKE, { duration: motionMs('calmly') });
    };
    if (!start || !end) {
      onArrival();
      return;
    }
    const text = change.by > 0 ? `+${change.by}` : `${change.by}`;
    const kind = change.by > 0 ? 'gain' : 'loss';
    fly(layer, { kind, text, from: start, to: end, duration: 'calmly', onArrival });
  }

  /** Nothing is on its way any more. */
  end(): void {
    this.#coming.clear();
  }

  #await(key: string, by: number): void {
    const left = (this.#coming.get(key) ?? 0) + by;
    if (left) this.#coming.set(key, left);
    else this.#coming.delete(key);
  }
}

const byDesk = new WeakMap<Desk, MightFlights>();

/** Those of a table, which all its figures share. */
export function flightsAt(desk: Desk): MightFlights {
  let flights = byDesk.get(desk);
  if (!flights) byDesk.set(desk, (flights = new MightFlights()));
  return flights;
}

const things = (id: string) => `[data-thing="unit:${id}"], [data-thing="battlefield:${id}"]`;

interface Point {
  x: number;
  y: number;
}

function centre(element: Element): Point | undefined {
  const rect = element.getBoundingClientRect();
  return rect.width ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : undefined;
}

function centreOf(root: ParentNode, selector: string): Point | undefined {
  const element = root.querySelector(selector);
  return element ? centre(element) : undefined;
}

interface Flight {
  kind: 'effect' | 'gain' | 'loss';
  text: string;
  from: Point;
  to: Point;
  duration: Duration;
  onArrival?: () => void;
}

function fly(layer: HTMLElement, { kind, text, from, to, duration, onArrival }: Flight): void {
  const mote = document.createElement('span');
  mote.className = `mote ${kind}`;
  mote.textContent = text;
  layer.append(mote);
  const at = ({ x, y }: Point, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - ARC * way };
  const animation = mote.animate(
    [
      { transform: at(from, 0.7), opacity: 0.2, easing: 'ease-out' },
      { transform: at(top, 1.3), opacity: 1, easing: 'ease-in', offset: 0.55 },
      { transform: at(to, 0.9), opacity: 1 },
    ],
    { duration: motionMs(duration), fill: 'both' },
  );
  whenOver(animation, () => {
    mote.remove();
    onArrival?.();
  });
}
