/** A larger jump means that one of the clocks was reset, in milliseconds. */
const MIN_JUMP_MS = 5_000;

/**
 * How far the server's clock is ahead of ours, in milliseconds. Messages arrive late, never early:
 * the largest difference is the closest estimate.
 */
export class ClockSkew {
  #ahead: number | undefined;

  /** `now` is the server's time in a message that just arrived. */
  heard(now: string, here = Date.now()): void {
    const ahead = Date.parse(now) - here;
    const known = this.#ahead;
    if (known === undefined || ahead > known || known - ahead > MIN_JUMP_MS) this.#ahead = ahead;
  }

  /** The server's time now, in milliseconds. */
  now(here = Date.now()): number {
    return here + (this.#ahead ?? 0);
  }
}
