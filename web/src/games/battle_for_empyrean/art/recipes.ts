/** Recipes of all scenes, in one chunk. */

export { panoramaOf } from './panoramas';
export { deckRecipe, unitRecipe } from './units';
