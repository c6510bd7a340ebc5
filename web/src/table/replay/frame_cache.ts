import type { FullFrame } from '../../api/types';

type Load = (ply: number) => Promise<FullFrame[]>;

const MAX_CACHED = 300;
const PREFETCH_COUNT = 8;
const MAX_REQUESTS = 3;

/** Cache of a match's moments as one viewer saw them, with a little prefetching. */
export class FrameCache {
  readonly #load: Load;
  readonly #frames = new Map<number, Promise<FullFrame[]>>();
  #queue: number[] = [];
  #requests = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  get(ply: number): Promise<FullFrame[]> {
    const cached = this.#frames.get(ply);
    if (cached) return cached;
    const loading = this.#load(ply);
    this.#frames.set(ply, loading);
    for (const old of this.#frames.keys()) {
      if (this.#frames.size <= MAX_CACHED) break;
      this.#frames.delete(old);
    }
    // Failed loads are retried.
    loading.catch(() => this.#frames.delete(ply));
    return loading;
  }

  /** Prefetches the neighbours of `ply`, later ones first. */
  prefetch(ply: number, last: number): void {
    const later = Array.from({ length: PREFETCH_COUNT }, (_, step) => ply + 1 + step);
    this.#queue = [...later, ply - 1, ply - 2].filter(
      (ply) => ply >= 0 && ply <= last && !this.#frames.has(ply),
    );
    this.#loadNext();
  }

  #loadNext(): void {
    while (this.#requests < MAX_REQUESTS) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#requests += 1;
      void this.get(next)
        .catch(() => undefined)
        .finally(() => {
          this.#requests -= 1;
          this.#loadNext();
        });
    }
  }
}
