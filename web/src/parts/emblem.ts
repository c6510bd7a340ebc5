import type { Component } from 'svelte';

/** A game's cover: its light and its dark colour, the main symbol, and small ones around it. */
export interface Emblem {
  light: string;
  dark: string;
  sign: Component;
  ornaments: Component[];
  /** The address of a picture in place of the main symbol. */
  picture?: string;
  /** The address of a picture of its table, which covers what is wide. */
  table?: string;
}
