/** A larger jump means that one of the clocks was reset, in milliseconds. */
const MIN_JUMP_MS = 5_000;

/**
 * How far the server's clock is ahead of ours, in milliseconds. Messages arrive late, never early:
 * the largest difference is the closest estimate.
 */
export class ClockSkew {
  #aheadMs: number | undefined;

  /** `serverNow` is the server's time in a message that just arrived. */
  observe(serverNow: string, localNow = Date.now()): void {
    const aheadMs = Date.parse(serverNow) - localNow;
    const previous = this.#aheadMs;
    if (previous === undefined || aheadMs > previous || previous - aheadMs > MIN_JUMP_MS)
      this.#aheadMs = aheadMs;
  }

  /** The server's time now, in milliseconds. */
  now(localNow = Date.now()): number {
    return localNow + (this.#aheadMs ?? 0);
  }
}
