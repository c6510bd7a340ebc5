import type { Component } from 'svelte';

/** A game's mood on its cover: light and background, the main symbol, the small ones around it. */
export interface Emblem {
  light: string;
  ground: string;
  sign: Component;
  around: Component[];
}
