import { writeStorage, readStorage } from '../../browser/storage';

/** The outline of a drawing; null if there is none, undefined while loading. */
export type Outline = string | null | undefined;

/** How many names fit into an address; beyond that all drawings are fetched. */
const MAX_NAMES = 100;
/** Pause before the first retry, in milliseconds; doubles each time. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Drawings of a game's things. They are fetched when first shown, all that
 * appear together in one request, and cached in this browser until the next build.
 */
export class Drawings {
  readonly #key: string;
  readonly #address: string;
  readonly #wanted = new Set<string>();
  readonly #asked = new Set<string>();
  #outlines = $state.raw<Record<string, string | null>>({});
  #next: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE_MS;

  constructor(game: string, address: string) {
    this.#key = `drawings.${game}`;
    this.#address = address;
    this.#outlines = this.#kept();
  }

  /** The drawing of a thing, fetched on first use. */
  of(id: string): Outline {
    const known = this.#outlines[id];
    if (known === undefined) this.want([id]);
    return known;
  }

  /** Prefetches things that will be shown soon. */
  want(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#asked.has(id) && !(id in this.#outlines)) this.#wanted.add(id);
    if (this.#wanted.size) this.#next ??= setTimeout(() => void this.#fetch());
  }

  async #fetch(): Promise<void> {
    const ids = [...this.#wanted].sort();
    this.#wanted.clear();
    this.#next = undefined;
    for (const id of ids) this.#asked.add(id);
    try {
      const drawings = await this.#found(ids);
      this.#pause = FIRST_PAUSE_MS;
      this.#keep({ ...Object.fromEntries(ids.map((id) => [id, null])), ...drawings });
    } catch {
      this.#again(ids);
    } finally {
      for (const id of ids) this.#asked.delete(id);
    }
  }

  async #found(ids: string[]): Promise<Record<string, string>> {
    const only = ids.length > MAX_NAMES ? '' : `?only=${ids.join()}`;
    const response = await fetch(this.#address + only);
    if (!response.ok) throw new Error(response.statusText);
    return (await response.json()) as Record<string, string>;
  }

  /** Retries later, or as soon as the browser is online again. */
  #again(ids: string[]): void {
    for (const id of ids) this.#wanted.add(id);
    const hurry = () => {
      removeEventListener('online', hurry);
      clearTimeout(waiting);
      void this.#fetch();
    };
    clearTimeout(this.#next);
    const waiting = (this.#next = setTimeout(hurry, this.#pause));
    addEventListener('online', hurry);
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE_MS);
  }

  #keep(more: Record<string, string | null>): void {
    this.#outlines = { ...this.#kept(), ...this.#outlines, ...more };
    writeStorage(this.#key, JSON.stringify([this.#address, this.#outlines]));
  }

  /** The browser's cache for this build, shared with its other windows. */
  #kept(): Record<string, string | null> {
    try {
      const [address, outlines] = JSON.parse(readStorage(this.#key) ?? '[]');
      return address === this.#address ? (outlines ?? {}) : {};
    } catch {
      return {};
    }
  }
}
