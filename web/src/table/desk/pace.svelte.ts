import type { GameEvent } from '../../api/types';

/** The longest that a question waits for what led to it, and for a Reveal of several cards. */
export const BRIEF = 1000;
export const LONG = 3000;

/** What happened is told one thing after the other: neither log nor question runs ahead of it. */
export class Pace {
  /** The last event that was told, while others are still to come. */
  #told = $state<number>();
  /** How long a question may wait for the rest. */
  most = $state(BRIEF);
  #stop: (() => void) | undefined;

  /** Whether something is still to be told. */
  get telling(): boolean {
    return this.#told !== undefined;
  }

  /** These are told from now on, after what is being told; `stop` ends it where nobody wants to
   * wait. */
  begin(events: GameEvent[], most: number, stop: () => void): void {
    const [first] = events;
    if (!first) return;
    this.most = this.telling ? Math.max(this.most, most) : most;
    this.#told ??= first.id - 1;
    this.#stop = stop;
  }

  /** This one has been told, and all before it. */
  tell(event: GameEvent): void {
    if (this.telling) this.#told = event.id;
  }

  /** All has been told, or nobody waits for the rest; whether there was any. */
  finish(): boolean {
    const stop = this.#stop;
    const telling = this.telling;
    this.#told = this.#stop = undefined;
    stop?.();
    return telling;
  }

  /** Of these what has been told. */
  heard(events: GameEvent[]): GameEvent[] {
    const told = this.#told;
    return told === undefined ? events : events.filter(({ id }) => id <= told);
  }
}
