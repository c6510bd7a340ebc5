import { store, stored } from './storage';

/** Of so many matches something is remembered. */
const AT_MOST = 30;

/** Something that this browser remembers of each match, under one key. */
export class Remembered {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** What is remembered of a match; empty where nothing is. */
  of(match: string): string {
    return this.#all().find(([id]) => id === match)?.[1] ?? '';
  }

  keep(match: string, value: string): void {
    const others = this.#all().filter(([id]) => id !== match);
    store(this.#key, JSON.stringify([...others, [match, value]].slice(-AT_MOST)));
  }

  #all(): [string, string][] {
    try {
      return JSON.parse(stored(this.#key) ?? '[]') as [string, string][];
    } catch {
      return [];
    }
  }
}
