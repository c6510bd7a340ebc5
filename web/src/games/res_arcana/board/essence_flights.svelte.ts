/** Flights of essences: a token leaves the component that gives it for the pool, or the pool for
 * what it pays. A pool shows what flies to it once that has arrived. */

import type { GameEvent } from '../../../api/types';
import { isMotionOff, motionMs } from '../../../browser/motion_tokens';
import type { Desk } from '../../../table/desk/desk.svelte';
import { centreOf, InFlight, fly, type Point } from '../../../table/effects/flights';
import { MAX_STEPS } from '../../../table/effects/motion';
import type { Essences } from '../view';
import { tokenPicture } from './tokens';

/** Between the starts of two tokens, as a share of the step between two events. */
const TOKEN_STEP = 0.4;
/** Tokens of one kind that fly for one event; the numbers tell the rest. */
const MAX_TOKENS = 5;
const TOKEN_PX = 26;

const GAINS = new Set(['took', 'collected', 'gained']);
const PAYMENTS = new Set(['paid']);

export class EssenceFlights {
  /** By seat and kind. */
  readonly #inFlight = new InFlight();

  /** What a pool shows of a kind: all but what is still on its way. */
  shown(seat: number, kind: string, count: number): number {
    return Math.max(0, count - this.#inFlight.to(`${seat}:${kind}`));
  }

  /** Sends off what the events tell of, from and to where things lie in `root`. */
  begin(root: ParentNode, layer: HTMLElement, events: GameEvent[]): void {
    if (isMotionOff()) return;
    const told = events.flatMap((event) => payloadOf(event) ?? []);
    const flights: Flight[] = [];
    for (const [index, { seat, pool, card, isGain }] of told.entries()) {
      // A card that is discarded for essences lies with the discards.
      const place =
        centreOf(root, `[data-moves="${card}"]`) ??
        centreOf(root, `[data-moves="discard:${seat}"]`);
      if (!place) continue;
      for (const [kind, count] of Object.entries(pool)) {
        const well = centreOf(root, `[data-moves="essence:${kind}:${seat}"]`);
        if (!well || !count) continue;
        const [from, to] = isGain ? [place, well] : [well, place];
        if (isGain) this.#inFlight.add(`${seat}:${kind}`, count);
        const tokens = Math.min(count, MAX_TOKENS);
        for (let token = 0; token < tokens; token += 1) {
          const steps = Math.min(index + token * TOKEN_STEP, MAX_STEPS);
          const arriving = isGain ? share(count, tokens, token) : 0;
          const onArrival = () => this.#inFlight.add(`${seat}:${kind}`, -arriving);
          flights.push({ kind, from, to, steps, onArrival });
        }
      }
    }
    // A token that is put in between two measurements would cost a layout for each of them.
    for (const flight of flights) send(layer, flight);
  }
}

const byDesk = new WeakMap<Desk, EssenceFlights>();

/** Those of a table: its plates and the dish beside the hand share them. */
export function flightsAt(desk: Desk): EssenceFlights {
  let flights = byDesk.get(desk);
  if (!flights) byDesk.set(desk, (flights = new EssenceFlights()));
  return flights;
}

interface Payload {
  seat: number;
  pool: Essences;
  card: string;
  isGain: boolean;
}

function payloadOf({ key, args }: GameEvent): Payload | undefined {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const isGain = GAINS.has(name);
  const { seat, pool, card } = args;
  if (!isGain && !PAYMENTS.has(name)) return undefined;
  if (typeof seat !== 'number' || typeof card !== 'string') return undefined;
  return { seat, pool: pool as unknown as Essences, card, isGain };
}

/** What the token at `place` of so many stands for. */
function share(count: number, tokens: number, place: number): number {
  return Math.floor((count * (place + 1)) / tokens) - Math.floor((count * place) / tokens);
}

interface Flight {
  kind: string;
  from: Point;
  to: Point;
  /** Before it starts. */
  steps: number;
  onArrival: () => void;
}

function send(layer: HTMLElement, { kind, from, to, steps, onArrival }: Flight): void {
  const token = new Image(TOKEN_PX, TOKEN_PX);
  token.src = tokenPicture(kind);
  token.alt = '';
  token.style.margin = `${-TOKEN_PX / 2}px`;
  const delayMs = motionMs('step') * steps;
  fly(layer, token, { from, to, duration: 'travel', delayMs, scales: [0.6, 1.25, 1], onArrival });
}
