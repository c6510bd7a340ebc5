/** Tiles and mats as sentences, for screen readers. */

import { GEMS } from './gems';
import type { Ground } from './tiles';
import { printed } from './tiles';
import {
  sorted,
  type Gems,
  type Heap,
  type Index,
  type KingsView,
  type Seated,
  type Step,
} from './view';
import { words } from './words';

export function listed(gems: Gems): string {
  return sorted(gems)
    .map(([kind, count]) => `${count} ${GEMS.nameOf(kind)}`)
    .join(', ');
}

/** The content of a tile. */
export function heapSaid(heap: Heap | undefined): string {
  if (!heap) return '';
  return [
    listed(heap.gems ?? {}),
    heap.bloodstones && words.bloodstones(heap.bloodstones),
    heap.ascended_die && words.ascendedDie,
    heap.omega_stone && words.omegaStone,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a step costs and brings. */
export function stepSaid(step: Step): string {
  const cost = ['1 Aria', step.egis && words.escape(step.egis)].filter(Boolean).join(', ');
  return [words.step(cost), step.wounds && words.stepWounds(step.wounds)]
    .filter(Boolean)
    .join(', ');
}

export function pieceSaid(one: Seated, name: string, king: string): string {
  return [
    words.piece(name, king),
    words.form[one.form],
    words.level(one.level),
    words.death(one.to_death),
    one.bloodstones && words.bloodstones(one.bloodstones),
    one.shielded && words.shield,
  ]
    .filter(Boolean)
    .join(', ');
}

export interface TileFacts {
  id: string;
  ground: Ground;
  heap: Heap | undefined;
  piece: string;
  step: Step | undefined;
  options: string[];
  why: string[];
}

/** Everything about a tile, as one line. */
export function tileSaid(tile: TileFacts): string {
  const heap = heapSaid(tile.heap);
  return [
    words.tile(printed(tile.id)) + (tile.ground === 'arena' ? '' : `, ${words[tile.ground]}`),
    tile.piece,
    heap && words.lies(heap),
    tile.step && tile.options.length > 0 && stepSaid(tile.step),
    ...tile.options,
    ...tile.why,
  ]
    .filter(Boolean)
    .join('. ');
}

/** How many rounds before its end a match announces it. */
const NEAR = 5;

export const endIsNear = ({ limit }: KingsView): boolean => !!limit && limit.left <= NEAR;

/** The effect of the round limit now; nothing if the match will end before it. */
export function limitSaid(table: KingsView): string {
  const { limit, index } = table;
  if (!limit) return '';
  if (endIsNear(table)) return words.limitNear(limit.left);
  return index?.countdown ? '' : words.limit(limit.left);
}

/** The rounds left to the Omega War on the round dial, if it counts down. */
export function countdownSaid(index: Index): string {
  return index.countdown ? words.countdown(index.round) : words.noCountdown;
}
