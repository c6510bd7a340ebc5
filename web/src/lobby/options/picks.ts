/** Options that name components of the box: how many, and which may lie together. */

import type { Component, Picks } from '../../api/types';

/** How many to pick, if any are picked. */
export function pickCount(picks: Picks, seats: number): number {
  return picks.by_seat ? seats : (picks.count ?? 0) + (picks.more_by_seat ?? 0) * seats;
}

/** By seat: one entry per seat, empty where nothing is picked yet. Otherwise the picks. */
export function fittedPicks(picks: Picks, chosen: string[], seats: number): string[] {
  if (!picks.by_seat) return chosen;
  const places = Array.from({ length: seats }, (_, seat) => chosen[seat] ?? '');
  return places.some(Boolean) ? places : [];
}

/** How many are still to be picked, below 0 if too many; no picks leave the option open. */
export function missingPicks(picks: Picks, chosen: string[], seats: number): number {
  const named = fittedPicks(picks, chosen, seats).filter(Boolean).length;
  return named ? pickCount(picks, seats) - named : 0;
}

/** Components that cannot be combined with a component. */
export function conflictingPicks(
  { apart }: Picks,
  chosen: string[],
  component: Component,
  box: Component[],
): string[] {
  if (!apart) return [];
  const alike = box.filter(
    (other) => other !== component && other.facts?.[apart] === component.facts?.[apart],
  );
  return alike.map(({ id }) => id).filter((id) => chosen.includes(id));
}

/** Draws the rest at random. */
export function randomPicks(
  picks: Picks,
  chosen: string[],
  seats: number,
  box: Component[],
  random: () => number = Math.random,
): string[] {
  const filled = [...fittedPicks(picks, chosen, seats)];
  for (let place = 0; place < pickCount(picks, seats); place += 1) {
    if (filled[place]) continue;
    const free = box.filter(
      (component) =>
        !filled.includes(component.id) && !conflictingPicks(picks, filled, component, box).length,
    );
    const drawn = free[Math.floor(random() * free.length)];
    if (drawn) filled[place] = drawn.id;
  }
  return filled;
}
