import { SwitchPreference } from './switch_preference.svelte';

/** Whether sounds are on, of which ambience is one. */
export const sounds = new SwitchPreference('sound', 'sounds');
/** Whether a table's room is heard while nothing happens. */
export const ambientSound = new SwitchPreference('ambience', 'ambience');
