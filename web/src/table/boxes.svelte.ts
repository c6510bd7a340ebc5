/** What lies in a game's box, composed as at its table: for the gallery and wherever else it is shown. */

import type { Component as View } from 'svelte';

import type { Component } from '../lib/protocol';
import CardFace from './cards/CardFace.svelte';

export interface Shown {
  component: Component;
  /** medium: among others; large: alone, with everything that can be read. */
  size?: 'medium' | 'large';
  /** Another thing of the same box. */
  named?: (id: string) => Component | undefined;
}

export interface GameBox {
  Face: View<Shown>;
  /** What its kinds are called, in the order in which they are shown. */
  readonly kinds: Record<string, string>;
  /** Kinds whose faces are wider than a card. */
  wide?: readonly string[];
}

const BOXES: Record<string, () => Promise<{ default: GameBox }>> = {
  battle_for_empyrean: () => import('./battle_for_empyrean/box'),
  ascended_kings: () => import('./ascended_kings/box'),
  res_arcana: () => import('./res_arcana/box'),
};

const PLAIN: GameBox = { Face: CardFace, kinds: {} };

let opened = $state.raw<Record<string, GameBox>>({});

/** The box of a game; undefined until it has come. */
export function boxOf(game: string): GameBox | undefined {
  return opened[game] ?? (game in BOXES ? undefined : PLAIN);
}

/** Fetches it, if that was not done before. */
export async function openBox(game: string): Promise<void> {
  const found = await BOXES[game]?.();
  if (found) opened = { ...opened, [game]: found.default };
}
