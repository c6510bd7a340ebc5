import { writeStorage, readStorage } from '../../browser/storage';

/** The outline of a drawing; null if there is none, undefined while loading. */
export type Outline = string | null | undefined;

/** How many names fit into an address; beyond that all drawings are fetched. */
const MAX_NAMES_PER_REQUEST = 100;
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
  readonly #queued = new Set<string>();
  readonly #requested = new Set<string>();
  #outlines = $state.raw<Record<string, string | null>>({});
  #fetchTimer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(game: string, address: string) {
    this.#key = `drawings.${game}`;
    this.#address = address;
    this.#outlines = this.#stored();
  }

  /** The drawing of a thing, fetched on first use. */
  of(id: string): Outline {
    const outline = this.#outlines[id];
    if (outline === undefined) this.prefetch([id]);
    return outline;
  }

  /** Prefetches things that will be shown soon. */
  prefetch(ids: Iterable<string>): void {
    for (const id of ids)
      if (!this.#requested.has(id) && !(id in this.#outlines)) this.#queued.add(id);
    if (this.#queued.size) this.#fetchTimer ??= setTimeout(() => void this.#fetch());
  }

  async #fetch(): Promise<void> {
    const ids = [...this.#queued].sort();
    this.#queued.clear();
    this.#fetchTimer = undefined;
    for (const id of ids) this.#requested.add(id);
    try {
      const drawings = await this.#request(ids);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#store({ ...Object.fromEntries(ids.map((id) => [id, null])), ...drawings });
    } catch {
      this.#retryLater(ids);
    } finally {
      for (const id of ids) this.#requested.delete(id);
    }
  }

  async #request(ids: string[]): Promise<Record<string, string>> {
    const only = ids.length > MAX_NAMES_PER_REQUEST ? '' : `?only=${ids.join()}`;
    const response = await fetch(this.#address + only);
    if (!response.ok) throw new Error(response.statusText);
    return (await response.json()) as Record<string, string>;
  }

  /** Retries later, or as soon as the browser is online again. */
  #retryLater(ids: string[]): void {
    for (const id of ids) this.#queued.add(id);
    const retryNow = () => {
      removeEventListener('online', retryNow);
      clearTimeout(retryTimer);
      void this.#fetch();
    };
    clearTimeout(this.#fetchTimer);
    const retryTimer = (this.#fetchTimer = setTimeout(retryNow, this.#pauseMs));
    addEventListener('online', retryNow);
    this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
  }

  #store(outlines: Record<string, string | null>): void {
    this.#outlines = { ...this.#stored(), ...this.#outlines, ...outlines };
    writeStorage(this.#key, JSON.stringify([this.#address, this.#outlines]));
  }

  /** The browser's cache for this build, shared with its other windows. */
  #stored(): Record<string, string | null> {
    try {
      const [address, outlines] = JSON.parse(readStorage(this.#key) ?? '[]');
      return address === this.#address ? (outlines ?? {}) : {};
    } catch {
      return {};
    }
  }
}
