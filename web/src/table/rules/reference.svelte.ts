/** References: what games explain at their tables, loaded when it is first needed. */

import { load } from '../../browser/chunks.svelte';
import { withWords } from '../../i18n/text';
import type { GameReference, WithReference } from '../manifest';

let references = $state.raw(new Map<WithReference, GameReference>());

/** The reference of a board or a box; undefined until it is loaded, and for games without one. */
export function referenceOf(game: WithReference | undefined): GameReference | undefined {
  return game && references.get(game);
}

/** Loads such a reference and its texts, unless that was done before. */
export async function openReference(game: WithReference | undefined): Promise<void> {
  if (!game?.reference || references.has(game)) return;
  const module = await withWords(load(game.reference));
  references = new Map([...references, [game, module.default]]);
}
