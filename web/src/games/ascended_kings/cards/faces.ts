/** The printed values of a card besides its text, read from the catalogue. */

import type { Component, Json } from '../../../api/types';
import { describeGems } from '../descriptions';
import { isShape, type Reach } from '../tiles';
import type { Gems } from '../view';
import { words } from '../words';

export interface InstantPower {
  kind: 'gain' | 'remove_dire' | 'dice' | 'draw';
  gems: Gems;
  text: string;
}

export interface EventFacts {
  icon: string;
  front: number;
  back: number;
}

export interface DieFace {
  face: number;
  gems: string[];
  edge: string | undefined;
}

function counts(raw: Json | undefined): Gems {
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return {};
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function listOf(raw: Json | undefined): string[] {
  return Array.isArray(raw) ? raw.filter((item) => typeof item === 'string') : [];
}

/** The Instant Power of a card, if it has one. */
export function instantOf(component: Component): InstantPower | undefined {
  const raw = component.facts?.instant;
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return undefined;
  const gems = counts(raw.gain);
  if (Object.keys(gems).length) {
    return { kind: 'gain', gems, text: `${words.instant.gain} ${describeGems(gems)}` };
  }
  for (const kind of ['remove_dire', 'dice', 'draw'] as const) {
    const count = raw[kind];
    if (typeof count === 'number') {
      const gems: Gems = kind === 'remove_dire' ? { dire: count } : {};
      return { kind, gems, text: words.instant[kind](count) };
    }
  }
  return undefined;
}

export function focusOf(component: Component): string | undefined {
  const focus = component.facts?.focus;
  return typeof focus === 'string' ? focus : undefined;
}

/** Levels as they are printed. */
export const ROMAN = ['', 'I', 'II', 'III'];

export function levelOf(component: Component): number {
  const level = component.facts?.level;
  return typeof level === 'number' ? level : 0;
}

/** What casting it costs; absent on cards that are never cast. */
export function priceOf(component: Component): number | undefined {
  const price = component.facts?.price;
  return typeof price === 'number' ? price : undefined;
}

/** The gems that fill a Transmutation. */
export function costOf({ facts = {} }: Component): Gems {
  return counts(facts.cost);
}

/** The number of copies, if given. */
export function copiesOf({ facts = {} }: Component): number | undefined {
  return typeof facts.copies === 'number' ? facts.copies : undefined;
}

/** An event by the name of its icon, and how often it appears on each side of the dial. */
export function eventOf({ id, facts = {} }: Component): EventFacts {
  const count = (raw: Json | undefined) => (typeof raw === 'number' ? raw : 0);
  return { icon: id.replace('event_', ''), front: count(facts.front), back: count(facts.back) };
}

/** Every face of a die, with the gems it gives or the edge it names. */
export function facesOf({ facts = {} }: Component): DieFace[] {
  const sides = typeof facts.sides === 'number' ? facts.sides : 0;
  const edges = listOf(facts.edges);
  return Array.from({ length: sides }, (_, index) => ({
    face: index + 1,
    gems: listOf(facts[`face_${index + 1}`]),
    edge: edges[index],
  }));
}

export function isRevenants(component: Component): boolean {
  return component.facts?.deck === 'revenant';
}

/** The reach of a card; undefined if it affects the caster only. */
export function reachOf(component: Component): Reach | undefined {
  const raw = component.facts?.reach;
  if (!raw || typeof raw !== 'object' || Array.isArray(raw) || !isShape(raw.shape))
    return undefined;
  const distance = typeof raw.distance === 'number' ? { distance: raw.distance } : {};
  return { shape: raw.shape, ...distance, sight: raw.sight === true };
}

export function describeReach(reach: Reach): string {
  const shape = reach.shape === 'near' ? words.near(reach.distance ?? 1) : words[reach.shape];
  return reach.sight ? `${shape}, ${words.inSight}` : shape;
}
