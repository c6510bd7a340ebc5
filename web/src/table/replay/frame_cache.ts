import type { FullFrame } from '../../api/types';

type Load = (ply: number) => Promise<FullFrame[]>;

const MAX_CACHED = 300;
const PREFETCHED = 8;
const MAX_REQUESTS = 3;

/** Cache of a match's moments as one viewer saw them, with a little prefetching. */
export class Moments {
  readonly #load: Load;
  readonly #kept = new Map<number, Promise<FullFrame[]>>();
  #wanted: number[] = [];
  #loading = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  get(ply: number): Promise<FullFrame[]> {
    const known = this.#kept.get(ply);
    if (known) return known;
    const loading = this.#load(ply);
    this.#kept.set(ply, loading);
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= MAX_CACHED) break;
      this.#kept.delete(old);
    }
    // Failed loads are retried.
    loading.catch(() => this.#kept.delete(ply));
    return loading;
  }

  /** Prefetches the neighbours of `ply`, later ones first. */
  expect(ply: number, last: number): void {
    const later = Array.from({ length: PREFETCHED }, (_, step) => ply + 1 + step);
    this.#wanted = [...later, ply - 1, ply - 2].filter(
      (ply) => ply >= 0 && ply <= last && !this.#kept.has(ply),
    );
    this.#go();
  }

  #go(): void {
    while (this.#loading < MAX_REQUESTS) {
      const next = this.#wanted.shift();
      if (next === undefined) return;
      this.#loading += 1;
      void this.get(next)
        .catch(() => undefined)
        .finally(() => {
          this.#loading -= 1;
          this.#go();
        });
    }
  }
}
