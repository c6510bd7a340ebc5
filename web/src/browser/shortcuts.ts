import { prefer } from './preferences';
import { store, stored } from './storage';

let on = $state(stored('keys') !== 'off');

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). */
export const keys = {
  get on(): boolean {
    return on;
  },
  choose(wanted: boolean): void {
    keep(wanted);
    prefer('keys', wanted);
  },
  /** As chosen in another browser. */
  adopt(wanted: unknown): void {
    if (typeof wanted === 'boolean') keep(wanted);
  },
};

function keep(wanted: boolean): void {
  on = wanted;
  store('keys', wanted ? 'on' : 'off');
}
