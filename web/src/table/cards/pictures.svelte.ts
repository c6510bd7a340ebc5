import type { Drawings, Outline } from '../glyphs/drawings.svelte';

/** The pictures of a game's cards: drawings, and the essences that tint their grounds. */
export interface Art {
  tints: Record<string, string>;
  drawings: Drawings;
}

let art = $state.raw<Art>();

/** The essence that tints the ground of a card's picture, where it has one. */
export function tintOf(id: string): string | undefined {
  return art?.tints[id];
}

/** What a card's picture shows. */
export function outlineOf(id: string): Outline {
  return art && id in art.tints ? art.drawings.of(id) : null;
}

/** The pictures of a game: each game loads only its own. */
export function bringPictures(brought: Art): void {
  art = brought;
}
