/** Motion of the pieces: they walk, are pushed, strike, are struck, fall and return, as the events
 * tell. Everything is in tiles of the floor, so its tilt does not matter. */

import type { GameEvent } from '../../../api/types';
import { EASINGS, isMotionOff, motionMs, type Duration } from '../../../browser/motion_tokens';
import { MAX_STEPS } from '../../../table/effects/motion';
import { idOf, positionOf } from '../tiles';

/** How far a blow reaches, as a share of the way. */
const LUNGE = 0.45;

const SLIDES = new Set(['pushed', 'pulled']);
const LEAPS = new Set(['teleported', 'bridged']);
const STEPS = new Set(['moved', 'walked', ...SLIDES, ...LEAPS]);

/** A piece that has been killed, and the tile on which it fell. */
export interface Fallen {
  seat: number;
  tile: string;
}

const nameOf = ({ key }: GameEvent) => key.slice(key.lastIndexOf('.') + 1);

const tileOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? idOf(value) : undefined;

/** The pieces killed in these events, and where. */
export function fallenIn(events: readonly GameEvent[]): Fallen[] {
  return events.flatMap((event) => {
    const { seat } = event.args;
    const tile = tileOf(event.args.tile);
    return nameOf(event) === 'died' && typeof seat === 'number' && tile ? [{ seat, tile }] : [];
  });
}

type Way = readonly [across: number, down: number];

/** From one tile to another, in tiles. */
function wayTo(from: string, to: string): Way {
  const [start, end] = [positionOf(from), positionOf(to)];
  return [end.column - start.column, end.row - start.row];
}

const shift = (across: number, down: number) => `translate(${across * 100}%, ${down * 100}%)`;

interface Act {
  frames: Keyframe[];
  duration: Duration;
  /** Whether a blow flashes on the piece meanwhile. */
  flashes?: boolean;
}

/** A step of that way, seen from where the piece stands in the end: the step leads to `end`. */
function walk([across, down]: Way, [x, y]: Way): Act {
  return {
    frames: [
      { transform: shift(x - across, y - down), easing: 'ease-out' },
      { transform: shift(x - across / 2, y - down / 2 - 0.16), easing: 'ease-in' },
      { transform: shift(x, y) },
    ],
    duration: 'calmly',
  };
}

function slide([across, down]: Way, [x, y]: Way): Act {
  const lean = Math.sign(across) * -7;
  return {
    frames: [
      {
        transform: `${shift(x - across, y - down)} rotate(0deg)`,
        easing: EASINGS.ease,
      },
      { transform: `${shift(x + across * 0.12, y + down * 0.12)} rotate(${lean}deg)`, offset: 0.7 },
      { transform: `${shift(x, y)} rotate(0deg)` },
    ],
    duration: 'calmly',
  };
}

const APPEAR: Act = {
  frames: [
    { transform: 'scale(0.2, 1.5)', opacity: 0 },
    { transform: 'scale(1.1, 0.94)', opacity: 1, offset: 0.7 },
    { transform: 'none', opacity: 1 },
  ],
  duration: 'calmly',
};

const RISE: Act = {
  frames: [
    { transform: 'translateY(34%) scale(0.9, 0.2)', opacity: 0, easing: 'ease-out' },
    { transform: 'translateY(-8%) scale(1, 1.06)', opacity: 1, offset: 0.75 },
    { transform: 'none', opacity: 1 },
  ],
  duration: 'grand',
};

function strike([across, down]: Way): Act {
  const length = Math.max(1, Math.hypot(across, down));
  const [x, y] = [across / length, down / length];
  const lean = Math.sign(across || 1) * 9;
  return {
    frames: [
      { transform: 'none', easing: 'ease-out' },
      { transform: `${shift(-x * 0.16, -y * 0.16)} rotate(${-lean}deg)`, offset: 0.3 },
      { transform: `${shift(x * LUNGE, y * LUNGE)} rotate(${lean}deg)`, offset: 0.52 },
      { transform: 'none' },
    ],
    duration: 'travel',
  };
}

const FLASH: Keyframe[] = [
  { opacity: 0, transform: 'scale(0.5) rotate(-20deg)' },
  { opacity: 1, transform: 'scale(1.15) rotate(0deg)', offset: 0.25 },
  { opacity: 0, transform: 'scale(1.3) rotate(8deg)' },
];

const STRUCK: Act = {
  flashes: true,
  frames: [0, -7, 6, -4, 2, 0].map((percent) => ({
    transform: `translateX(${percent}%) rotate(${percent * 0.7}deg)`,
  })),
  duration: 'travel',
};

function actOf(event: GameEvent, tiles: ReadonlyMap<number, string>): [number, Act] | undefined {
  const { seat, target } = event.args;
  if (typeof seat !== 'number') return undefined;
  const name = nameOf(event);
  if (STEPS.has(name)) {
    const [from, to] = [tileOf(event.args.start), tileOf(event.args.tile)];
    if (!from || !to) return undefined;
    if (LEAPS.has(name)) return [seat, APPEAR];
    const end = wayTo(tiles.get(seat) ?? to, to);
    return [seat, SLIDES.has(name) ? slide(wayTo(from, to), end) : walk(wayTo(from, to), end)];
  }
  if (name === 'attacked') {
    const [from, to] = [tiles.get(seat), typeof target === 'number' && tiles.get(target)];
    return from && to ? [seat, strike(wayTo(from, to))] : undefined;
  }
  if (name === 'wounded') return [seat, STRUCK];
  return name === 'deployed' ? [seat, RISE] : undefined;
}

/** What moves of a piece that stands, and the blow that flashes on it or on one that falls. */
interface PieceParts {
  piece: HTMLElement | undefined;
  flash: HTMLElement | null | undefined;
}

/** Plays what the events tell of, on the pieces that stand on the floor. */
export function play(
  events: readonly GameEvent[],
  tiles: ReadonlyMap<number, string>,
  partsOf: (seat: number) => PieceParts,
): void {
  if (isMotionOff()) return;
  let acts = 0;
  /** When each piece is free again. */
  const freeMs = new Map<number, number>();
  for (const event of events) {
    const [seat, act] = actOf(event, tiles) ?? [];
    if (seat === undefined || !act) continue;
    const { piece, flash } = partsOf(seat);
    const busyMs = freeMs.get(seat);
    const duration = motionMs(act.duration);
    const delay = Math.max(busyMs ?? 0, motionMs('step') * Math.min(acts, MAX_STEPS));
    const fill = busyMs === undefined ? 'backwards' : 'none';
    piece?.animate(act.frames, { duration, delay, fill });
    if (act.flashes) flash?.animate(FLASH, { duration, delay });
    freeMs.set(seat, delay + duration);
    acts += 1;
  }
}
