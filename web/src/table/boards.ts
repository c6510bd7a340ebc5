import type { Component } from 'svelte';

import type { View } from '../lib/protocol';
import { language } from '../lib/text';
import type { Showable } from './desk/desk.svelte';
import type { Asking, Kind } from './question/registry';

/** A board made for one game. Games without one are shown by the generic table. */
export interface GameBoard {
  Board: Component<{ view: View }>;
  /** What stands beside the question, such as a hand. */
  Hand?: Component<{ view: View }>;
  /** The board in words. */
  Text?: Component<{ view: View }>;
  /** What a thing carries now, for its large card. */
  now?: (view: View, id: string) => { essences?: Record<string, number>; points?: number };
  /** The component that a thing of the view is, where the two have different names. */
  stands?: (view: View, id: string) => string | undefined;
  /** The cards that a seat may show to others. */
  shows?: (view: View, seat: number) => Showable[];
  /** A thing seen large; without it, the card of that name. */
  Large?: Component<{ view: View; target: string }>;
  /** Controls of its own for questions, by the key of the prompt. */
  questions?: Record<string, Component<Asking<Kind>>>;
  /** What a question that may be left alone is called while it is not looked at, by the same key. */
  brief?: Record<string, () => string>;
  /** It tells what happens itself, one thing after the other. */
  tells?: boolean;
  /** From where a thing comes that was nowhere to be seen before. */
  origin?: (view: View, id: string) => string | undefined;
}

const BOARDS: Record<string, () => Promise<{ default: GameBoard }>> = {
  battle_for_empyrean: () => import('./battle_for_empyrean'),
  ascended_kings: () => import('./ascended_kings'),
  res_arcana: () => import('./res_arcana'),
};

/** The board of a game and its words, loaded when its table is opened. */
export async function boardOf(game: string): Promise<GameBoard | undefined> {
  const board = (await BOARDS[game]?.())?.default;
  await language.ready();
  return board;
}
