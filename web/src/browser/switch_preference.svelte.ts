import { setPreference } from './preferences';
import { writeStorage, readStorage } from './storage';

/** A preference that is on or off; on until it is switched off. */
export class SwitchPreference {
  readonly #key: string;
  readonly #preference: string;
  #on: boolean;

  /** `key` in this browser's storage, `preference` with the account. */
  constructor(key: string, preference: string) {
    this.#key = key;
    this.#preference = preference;
    this.#on = $state(readStorage(key) !== 'off');
  }

  get on(): boolean {
    return this.#on;
  }

  choose(on: boolean): void {
    this.adopt(on);
    setPreference(this.#preference, on);
  }

  /** As chosen in another browser. */
  adopt(on: unknown): void {
    if (typeof on !== 'boolean') return;
    this.#on = on;
    writeStorage(this.#key, on ? 'on' : 'off');
  }
}
