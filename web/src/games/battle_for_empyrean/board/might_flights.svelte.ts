/** Flights of Might: what a unit gains strikes the figure of its army, and effects fly from what
 * causes them to what they touch. A figure shows what flies to it once that has arrived. */

import { isMotionOff, motionMs } from '../../../browser/motion_tokens';
import type { Desk } from '../../../table/desk/desk.svelte';
import { centreOf, InFlight, fly, type Point } from '../../../table/effects/flights';
import type { PlayerId } from '../view';
import type { Scene } from './scene';

const STRIKE = [
  { transform: 'none' },
  { transform: 'scale(1.42)', offset: 0.3 },
  { transform: 'none' },
];

export class MightFlights {
  /** By battlefield and player. */
  readonly #inFlight = new InFlight();

  /** What a figure shows: all but what is still on its way. */
  shown(field: string, player: PlayerId, might: number): number {
    return might - this.#inFlight.to(`${field}:${player}`);
  }

  /** What will change in this scene is on its way before the scene is shown. */
  prepare({ table, change }: Scene): void {
    const unit = change && table.units[change.unit];
    if (!change || !unit || isMotionOff() || document.hidden) return;
    this.#inFlight.add(`${unit.battlefield}:${unit.owner}`, change.by);
  }

  /** Sends off what a scene tells of, from and to where things lie in `root`. */
  begin(root: ParentNode, layer: HTMLElement, { table, acts, change }: Scene): void {
    if (isMotionOff()) return;
    const [source, target] = acts;
    const from = source && centreOf(root, things(source));
    const to = target && centreOf(root, things(target));
    if (from && to) send(layer, 'effect', '', from, to);
    const unit = change && table.units[change.unit];
    if (!change || !unit) return;
    const key = `${unit.battlefield}:${unit.owner}`;
    const figure = `[data-might="${key}"]`;
    const start = centreOf(root, things(change.unit));
    const end = centreOf(root, figure);
    const onArrival = () => {
      this.#inFlight.add(key, -change.by);
      root.querySelector(figure)?.animate(STRIKE, { duration: motionMs('calmly') });
    };
    if (!start || !end) {
      onArrival();
      return;
    }
    const text = change.by > 0 ? `+${change.by}` : `${change.by}`;
    const kind = change.by > 0 ? 'gain' : 'loss';
    send(layer, kind, text, start, end, onArrival);
  }

  /** Nothing is on its way any more. */
  end(): void {
    this.#inFlight.clear();
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

function send(
  layer: HTMLElement,
  kind: 'effect' | 'gain' | 'loss',
  text: string,
  from: Point,
  to: Point,
  onArrival?: () => void,
): void {
  const mote = document.createElement('span');
  mote.className = `mote ${kind}`;
  mote.textContent = text;
  fly(layer, mote, { from, to, duration: 'calmly', scales: [0.7, 1.3, 0.9], onArrival });
}
