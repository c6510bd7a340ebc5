import { ChoicePreference } from './choice_preference.svelte';

/** The bot that was last chosen to play against; empty before the first. */
export const lastOpponent = new ChoicePreference<string>('opponent', '');
/** How many bots were chosen last; empty before the first. */
export const lastOpponentCount = new ChoicePreference<string>('opponents', '');
