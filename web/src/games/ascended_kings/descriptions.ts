/** Tiles and mats as sentences, for screen readers. */

import { GEMS } from './gems';
import type { Ground } from './tiles';
import { tileNumber } from './tiles';
import {
  CORE,
  sorted,
  type Gems,
  type Heap,
  type Index,
  type KingsView,
  type SeatedPlayer,
  type Step,
  type Wall,
} from './view';
import { words } from './words';

export function describeGems(gems: Gems): string {
  return gemAmounts(gems).join(', ');
}

function gemAmounts(gems: Gems): string[] {
  return sorted(gems).map(([kind, count]) => `${count} ${GEMS.nameOf(kind)}`);
}

/** A Gemstone Pool: its gems, wounds and free spaces. */
export function describePool(player: SeatedPlayer, name: string): string {
  const filled = CORE.reduce((sum, kind) => sum + (player.pool[kind] ?? 0), player.wounds);
  return [
    words.pool(name),
    describeGems({ ...player.pool, dire: player.wounds }) || words.noPool,
    words.free(player.capacity - filled),
  ].join(': ');
}

/** An Ylem Pool, and the dice that give Ylem. */
export function describeYlem(player: SeatedPlayer): string {
  return `${words.ylem(player.ylem)}. ${player.threshold ? words.threshold(player.threshold) : words.thresholdNone}`;
}

/** The content of a tile. */
export function describeHeap(heap: Heap | undefined): string {
  return partsOf(heap).join(', ');
}

function partsOf(heap: Heap = {}): string[] {
  return [
    ...gemAmounts(heap.gems ?? {}),
    heap.bloodstones ? words.bloodstones(heap.bloodstones) : '',
    heap.ascended_die ? words.ascendedDie : '',
    heap.omega_stone ? words.omegaStone : '',
  ].filter(Boolean);
}

/** What a step costs and brings. */
export function describeStep(step: Step): string {
  const cost = ['1 Aria', step.egis && words.escape(step.egis)].filter(Boolean).join(', ');
  return [words.step(cost), step.wounds && words.stepWounds(step.wounds)]
    .filter(Boolean)
    .join(', ');
}

export function describePiece(player: SeatedPlayer, name: string, king: string): string {
  return [
    words.piece(name, king),
    words.form[player.form],
    words.level(player.level),
    words.death(player.to_death),
    player.bloodstones && words.bloodstones(player.bloodstones),
    player.shielded && words.shield,
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
export function describeTile(tile: TileFacts): string {
  const contents = partsOf(tile.heap);
  return [
    words.tile(tileNumber(tile.id)) + (tile.ground === 'arena' ? '' : `, ${words[tile.ground]}`),
    tile.piece,
    contents.length > 0 && words.lies(contents.length, contents.join(', ')),
    tile.step && tile.options.length > 0 && describeStep(tile.step),
    ...tile.options,
    ...tile.why,
  ]
    .filter(Boolean)
    .join('. ');
}

/** How often a player has been killed. */
export function describeKills(times: number): string {
  return times ? words.killed(times) : words.neverKilled;
}

/** A wall of fire, and how far in it is. */
export function describeWall({ edge, index, deadlock }: Wall): string {
  return words.closing(index + 1, words.walls[edge]) + (deadlock ? `, ${words.deadlock}` : '');
}

/** A card that was shown: when, and to whom unless that is the viewer. */
export function describeShownCard(card: string, ply: number, names: string[]): string {
  const cardText = names.length ? words.shownTo(card, names.join(', ')) : card;
  return ply ? words.shownAt(cardText, ply) : words.shownBefore(cardText);
}

/** How many rounds before its end a match announces it. */
const ANNOUNCED_ROUNDS = 5;

export const endIsNear = ({ limit }: KingsView): boolean =>
  !!limit && limit.left <= ANNOUNCED_ROUNDS;

/** The effect of the round limit now; nothing if the match will end before it. */
export function describeLimit(table: KingsView): string {
  const { limit, index } = table;
  if (!limit) return '';
  if (endIsNear(table)) {
    return limit.left === 1 ? words.limitNow : words.limitNear(limit.left);
  }
  return index?.countdown ? '' : words.limit(limit.left);
}

/** The rounds left to the Omega War on the round dial, if it counts down. */
export function describeCountdown(index: Index): string {
  if (!index.countdown) return words.noCountdown;
  return index.round === 1 ? words.countdownOver : words.countdown(index.round);
}
