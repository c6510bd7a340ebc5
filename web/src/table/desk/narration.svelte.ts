import type { GameEvent } from '../../api/types';
import type { Position } from '../../match/state.svelte';

/** The longest wait of a question for the events before it, and for a Reveal of several cards. */
export const MAX_QUESTION_WAIT_MS = 1000;
export const MAX_REVEAL_WAIT_MS = 3000;

/** Narration: events are shown one after another; nothing on the page runs ahead of them. */
export class Narration {
  /** The last narrated event, while others are still to come. */
  #lastEventId = $state<number>();
  /** The event that was narrated last. */
  newest = $state.raw<GameEvent>();
  /** How long a question may wait for the rest. */
  maxWaitMs = $state(MAX_QUESTION_WAIT_MS);
  /** What stands on the table meanwhile, if a board plays the events one by one. */
  position = $state.raw<Position>();
  #stop: (() => void) | undefined;

  /** Whether events are still to be narrated. */
  get running(): boolean {
    return this.#lastEventId !== undefined;
  }

  /** Narrates these events from now on, after the current ones; `stop` ends the narration when it
   * is skipped. */
  begin(events: GameEvent[], maxWaitMs: number, stop: () => void): void {
    const [first] = events;
    if (!first) return;
    this.maxWaitMs = this.running ? Math.max(this.maxWaitMs, maxWaitMs) : maxWaitMs;
    this.#lastEventId ??= first.id - 1;
    this.#stop = stop;
  }

  /** This event and all before it have been narrated. */
  advanceTo(event: GameEvent): void {
    if (!this.running) return;
    this.#lastEventId = event.id;
    this.newest = event;
  }

  /** Ends the narration; returns whether any events were left. */
  finish(): boolean {
    const stop = this.#stop;
    const wasRunning = this.running;
    this.#lastEventId = this.#stop = this.position = undefined;
    stop?.();
    return wasRunning;
  }

  /** The narrated ones among these events. */
  narrated(events: GameEvent[]): GameEvent[] {
    const last = this.#lastEventId;
    return last === undefined ? events : events.filter(({ id }) => id <= last);
  }
}
