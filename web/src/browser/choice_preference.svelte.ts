import { setPreference } from './preferences';
import { writeStorage, readStorage } from './storage';

/** A preference with one of several values; this browser and the account remember it. */
export class ChoicePreference<Value extends string = string> {
  /** Its name in this browser's storage and among the account's preferences. */
  readonly name: string;
  /** All of its values; none if any text will do. */
  readonly values: readonly Value[] | undefined;
  #value: Value;

  constructor(name: string, fallback: Value, values?: readonly Value[]) {
    this.name = name;
    this.values = values;
    const storedValue = readStorage(name);
    this.#value = $state(this.#allows(storedValue) ? storedValue : fallback);
  }

  get value(): Value {
    return this.#value;
  }

  choose(value: Value): void {
    this.adopt(value);
    setPreference(this.name, value);
  }

  /** As chosen in another browser. */
  adopt(value: unknown): void {
    if (!this.#allows(value)) return;
    this.#value = value;
    writeStorage(this.name, value);
  }

  #allows(value: unknown): value is Value {
    if (typeof value !== 'string' || !value) return false;
    return !this.values || this.values.some((candidate) => candidate === value);
  }
}
