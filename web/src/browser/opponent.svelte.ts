import { prefer } from './preferences';
import { store, stored } from './storage';

let chosen = $state(stored('opponent'));

/** The bot that was last chosen to play against. */
export const lastOpponent = {
  get name(): string | undefined {
    return chosen;
  },
  choose(name: string): void {
    lastOpponent.adopt(name);
    prefer('opponent', name);
  },
  /** As chosen in another browser. */
  adopt(name: unknown): void {
    if (typeof name !== 'string' || !name) return;
    chosen = name;
    store('opponent', name);
  },
};
