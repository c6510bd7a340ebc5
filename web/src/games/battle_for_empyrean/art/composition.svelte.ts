/** Composition: recipes of scenes, loaded when the first scene is shown. */

import { tryLoading } from '../../../browser/chunks.svelte';
import type { Recipe } from '../../../table/scenes/plate';

type Recipes = typeof import('./recipes');

let recipes = $state.raw<Recipes>();
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  recipes = await tryLoading(() => import('./recipes'));
}

/** The recipes; undefined until they are loaded. */
function loaded(): Recipes | undefined {
  loading ??= load().catch(() => (loading = undefined));
  return recipes;
}

/** How the plate of a card, or of a deck's sign, is composed; undefined until that is loaded. */
export function plateOf(id: string, deck: string | undefined): Recipe | undefined {
  const recipes = loaded();
  return deck === id ? recipes?.deckRecipe(id) : recipes?.unitRecipe(id, deck ?? '');
}

export function panoramaOf(battlefield: string): Recipe | undefined {
  return loaded()?.panoramaOf(battlefield);
}
