import { prefer } from './preferences';
import { store, stored } from './storage';

let on = $state(stored('sound') !== 'off');

/** Whether sounds are on. */
export const sounds = {
  get on(): boolean {
    return on;
  },
  choose(wanted: boolean): void {
    keep(wanted);
    prefer('sounds', wanted);
  },
  /** As chosen in another browser. */
  adopt(wanted: unknown): void {
    if (typeof wanted === 'boolean') keep(wanted);
  },
};

function keep(wanted: boolean): void {
  on = wanted;
  store('sound', wanted ? 'on' : 'off');
}
