/** How far apart two clocks may be before one of them was set anew, in milliseconds. */
const JUMP = 5_000;

/**
 * How far the server's clock is ahead of ours, in milliseconds. What is heard is late, never early:
 * of all differences the largest is the nearest.
 */
export class Skew {
  #ahead: number | undefined;

  /** The server's clock showed `now` when it spoke. */
  heard(now: string, here = Date.now()): void {
    const ahead = Date.parse(now) - here;
    const known = this.#ahead;
    if (known === undefined || ahead > known || known - ahead > JUMP) this.#ahead = ahead;
  }

  /** The server's time now, in milliseconds. */
  now(here = Date.now()): number {
    return here + (this.#ahead ?? 0);
  }
}
