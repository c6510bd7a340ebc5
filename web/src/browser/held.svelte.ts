/** What the page holds back until it is whole, so that nothing moves later; but not for ever. */
export class Held {
  #held = $state(true);

  /** `parts` may fail, or take longer than `mostMs`: then the page goes on without them. */
  constructor(parts: Promise<unknown>[], mostMs: number) {
    const release = (): void => {
      this.#held = false;
    };
    const timer = setTimeout(release, mostMs);
    void Promise.allSettled(parts).then(() => {
      clearTimeout(timer);
      release();
    });
  }

  get now(): boolean {
    return this.#held;
  }
}
