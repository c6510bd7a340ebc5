import { prefer } from './preferences';
import { store, stored } from './storage';

/** A choice for the next match against bots; the browser and the account remember it. */
class LastChoice {
  readonly #key: string;
  #chosen: string | undefined;

  /** `key` is its name in this browser's storage and among the account's preferences. */
  constructor(key: string) {
    this.#key = key;
    this.#chosen = $state(stored(key));
  }

  get value(): string | undefined {
    return this.#chosen;
  }

  choose(value: string): void {
    this.adopt(value);
    prefer(this.#key, value);
  }

  /** As chosen in another browser. */
  adopt(value: unknown): void {
    if (typeof value !== 'string' || !value) return;
    this.#chosen = value;
    store(this.#key, value);
  }
}

/** The bot to play against. */
export const lastOpponent = new LastChoice('opponent');
/** How many bots. */
export const lastCount = new LastChoice('opponents');
