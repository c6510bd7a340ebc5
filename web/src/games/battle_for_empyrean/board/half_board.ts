import { Media } from '../../../table/layout/media.svelte';

/** Room for two stages side by side, each wide enough for a row of all Zones. */
export const halfBoard = new Media('(min-width: 52.01rem) and (max-width: 60rem)');
