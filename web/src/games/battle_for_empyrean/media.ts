import { Media } from '../../table/desk/media.svelte';

/** Two stages beside each other: each is wide enough for a row of all Zones. */
export const halfBoard = new Media('(min-width: 52.01rem) and (max-width: 60rem)');
