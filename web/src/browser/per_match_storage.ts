import { writeStorage, readStorage } from './storage';

/** How many matches are remembered. */
const MAX_MATCHES = 30;

/** Per-match storage: a value for each match, under one key. */
export class PerMatchStorage {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** The value stored for a match, or empty. */
  of(match: string): string {
    return this.#all().find(([id]) => id === match)?.[1] ?? '';
  }

  set(match: string, value: string): void {
    const others = this.#all().filter(([id]) => id !== match);
    writeStorage(this.#key, JSON.stringify([...others, [match, value]].slice(-MAX_MATCHES)));
  }

  #all(): [string, string][] {
    try {
      return JSON.parse(readStorage(this.#key) ?? '[]') as [string, string][];
    } catch {
      return [];
    }
  }
}
