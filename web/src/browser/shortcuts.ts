import { Switch } from './switch.svelte';

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). */
export const keys = new Switch('keys', 'keys');
