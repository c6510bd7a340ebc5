import { untrack, type Component } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

/** The picture of a card: a glyph, and the essence that tints its ground. */
export interface Art {
  icon: Component<SvelteHTMLElements['svg']>;
  tint: string;
}

let pictures = $state.raw<Record<string, Art>>({});

/** The picture of a card, where one has come. */
export function pictureOf(id: string): Art | undefined {
  return pictures[id];
}

/** More pictures, by the ids of their cards. A game brings its own, and loads no other's. */
export function bringPictures(more: Record<string, Art>): void {
  pictures = { ...untrack(() => pictures), ...more };
}
