import { SwitchPreference } from './switch_preference.svelte';

/** Whether sounds are on. */
export const sounds = new SwitchPreference('sound', 'sounds');
