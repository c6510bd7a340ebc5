/** References: what games explain at their tables, loaded when it is first needed. */

import { load } from '../../browser/chunks.svelte';
import { language } from '../../i18n/text';
import type { GameBoard, GameReference } from '../manifest';

let references = $state.raw(new Map<GameBoard, GameReference>());

/** The reference of a board; undefined until it is loaded, and for games without one. */
export function referenceOf(board: GameBoard | undefined): GameReference | undefined {
  return board && references.get(board);
}

/** Loads the reference of a board and its texts, unless that was done before. */
export async function openReference(board: GameBoard | undefined): Promise<void> {
  if (!board?.reference || references.has(board)) return;
  const found = await load(board.reference);
  await language.ready();
  references = new Map([...references, [board, found.default]]);
}
