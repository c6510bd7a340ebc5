/** Board element: the custom element that a game's package brings as its board (docs/boards.md). */

import type { Component, Decision, PackagedBoard, View, Viewer } from '../../api/types';
import { resolve, type Path } from '../../browser/paths';

/** The version of the contract that this page keeps. */
export const CONTRACT = 1;

/** All that a board gets. */
export interface BoardProperties {
  /** What the viewer sees, with the viewer's own seat; undefined until it is known. */
  view: View & { viewer: Viewer | undefined };
  /** The open questions to the viewer: none for spectators and in replays. */
  decisions: Decision[];
  /** The components of the game, in the language of the page. */
  catalogue: Component[];
  /** A language tag such as "de". */
  language: string;
  theme: 'light' | 'dark';
}

/** `answers` is the board's own: the kinds of questions that it has controls for. */
export type BoardElement = HTMLElement & Partial<BoardProperties> & { answers?: unknown };

/** What addresses of packages have in common. */
const PACKAGES = resolve('/packages/');

let defined = 0;

/** A new element of the module, without properties. Rejects if the page can't show it. */
export async function createBoard({ address, contract }: PackagedBoard): Promise<BoardElement> {
  if (contract !== CONTRACT) throw new Error(`boards of contract ${contract} are not supported`);
  const { default: Board } = (await import(/* @vite-ignore */ resolve(address as Path))) as {
    default?: unknown;
  };
  if (!isElementClass(Board)) throw new TypeError('its default export is no class of an element');
  if (!customElements.getName(Board)) customElements.define(`conclave-board-${++defined}`, Board);
  return new Board();
}

/** Puts a board into its place, which Svelte leaves empty. */
export function connectBoard(place: HTMLElement, board: BoardElement): void {
  place.replaceChildren(board);
}

function isElementClass(value: unknown): value is new () => BoardElement {
  return typeof value === 'function' && value.prototype instanceof HTMLElement;
}

/** Calls `fail` with each error of a package's code that nothing has caught, until the returned
 * function is called. */
export function watchErrors(fail: (error: unknown) => void): () => void {
  const onError = ({ error, filename }: ErrorEvent) => {
    if (isFromPackage(error, filename)) fail(error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (isFromPackage(reason)) fail(reason);
  };
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

function isFromPackage(error: unknown, file = ''): boolean {
  const trace = error instanceof Error ? (error.stack ?? '') : '';
  return `${file}\n${trace}`.includes(PACKAGES);
}
