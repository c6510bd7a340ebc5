import { Preferred } from './preferred.svelte';

/** The bot that was last chosen to play against; empty before the first. */
export const lastOpponent = new Preferred<string>('opponent', '');
/** How many bots were chosen last; empty before the first. */
export const lastCount = new Preferred<string>('opponents', '');
