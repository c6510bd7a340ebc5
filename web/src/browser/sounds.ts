import { Switch } from './switch.svelte';

/** Whether sounds are on. */
export const sounds = new Switch('sound', 'sounds');
