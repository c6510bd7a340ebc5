/** Composition: recipes of scenes, loaded when the first scene is shown. */

import { tryLoading } from '../../../browser/chunks.svelte';
import type { Recipe } from '../../../table/scenes/plate';

type Recipes = typeof import('./recipes');

let recipes = $state.raw<Recipes>();
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  recipes = await tryLoading(() => import('./recipes'));
}

/** How the scene of a card is composed; undefined until that is loaded. */
export function compositionOf(card: string): Recipe | undefined {
  loading ??= load().catch(() => (loading = undefined));
  return recipes?.recipeOf(card);
}
