/** Options that name components of the box: how many, and which may lie together. */

import type { Component, Picks } from '../../api/types';

/** How many are to be named, if any are. */
export function wanted(picks: Picks, seats: number): number {
  return picks.by_seat ? seats : (picks.count ?? 0) + (picks.more_by_seat ?? 0) * seats;
}

/** By seat: a place for each of the seats, empty where nothing is named yet. Else what is named. */
export function fitted(picks: Picks, chosen: string[], seats: number): string[] {
  if (!picks.by_seat) return chosen;
  const places = Array.from({ length: seats }, (_, seat) => chosen[seat] ?? '');
  return places.some(Boolean) ? places : [];
}

/** How many are still to be named, below 0 if it is too many; nothing named leaves it open. */
export function missing(picks: Picks, chosen: string[], seats: number): number {
  const named = fitted(picks, chosen, seats).filter(Boolean).length;
  return named ? wanted(picks, seats) - named : 0;
}

/** Those that a component cannot lie beside. */
export function against(
  { apart }: Picks,
  chosen: string[],
  one: Component,
  box: Component[],
): string[] {
  if (!apart) return [];
  const alike = box.filter((other) => other !== one && other.facts?.[apart] === one.facts?.[apart]);
  return alike.map(({ id }) => id).filter((id) => chosen.includes(id));
}

/** What is not yet named is drawn. */
export function filledUp(
  picks: Picks,
  chosen: string[],
  seats: number,
  box: Component[],
  random: () => number = Math.random,
): string[] {
  const filled = [...fitted(picks, chosen, seats)];
  for (let place = 0; place < wanted(picks, seats); place += 1) {
    if (filled[place]) continue;
    const free = box.filter(
      (one) => !filled.includes(one.id) && !against(picks, filled, one, box).length,
    );
    const drawn = free[Math.floor(random() * free.length)];
    if (drawn) filled[place] = drawn.id;
  }
  return filled;
}
