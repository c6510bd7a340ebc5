import { tick, untrack } from 'svelte';

/** How many times the room must have grown for a fresh start. */
const GROWTH_FOR_RESTART = 1.25;

/** What a board's size depends on, apart from the room that it has. */
export interface Load {
  /** The screen, and whatever else calls for a fresh start when it changes. */
  screen: string;
  /** How much is on the board. When it becomes less, the layout goes back by one. */
  count: number;
}

/**
 * Fit: a board shows as much as it can while what matters most stays in sight. Its layouts are ordered
 * from the one that shows most; while the board is too high, the next one takes over. The way back
 * needs much more room, so that nothing jumps to and fro and little is laid out in vain.
 */
export class Fit<Layout> {
  #at = $state(0);
  #last: Load = { screen: '', count: 0 };
  /** Pixels of height when the layout was chosen. */
  #room = 0;
  #run = 0;

  /**
   * @param layouts From the one that shows most to the one that shows least.
   * @param board The board; the element around it is the room that it has.
   * @param isTooHigh Whether the board as it is drawn hides what matters. Asked when the load or the
   * room changes.
   */
  constructor(
    private readonly layouts: readonly [Layout, ...Layout[]],
    private readonly board: () => HTMLElement | undefined,
    private readonly isTooHigh: (board: HTMLElement) => boolean,
    load: () => Load,
  ) {
    $effect(() => {
      const now = load();
      untrack(() => void this.#fit(now));
    });
    $effect(() => {
      const room = board()?.parentElement;
      if (!room) return;
      const observer = new ResizeObserver(() => void this.#fit(this.#last));
      observer.observe(room);
      return () => observer.disconnect();
    });
  }

  get layout(): Layout {
    return this.layouts[this.#at] ?? this.layouts[0];
  }

  async #fit(now: Load): Promise<void> {
    const run = ++this.#run;
    const { screen, count } = this.#last;
    const room = this.board()?.parentElement?.clientHeight ?? 0;
    if (screen !== now.screen || room > this.#room * GROWTH_FOR_RESTART) {
      this.#at = 0;
      this.#room = room;
    } else if (now.count < count) this.#at = Math.max(this.#at - 1, 0);
    this.#last = now;
    await tick();
    while (run === this.#run && this.#at < this.layouts.length - 1 && this.#hides()) {
      this.#at += 1;
      this.#room = room;
      await tick();
    }
  }

  #hides(): boolean {
    const board = this.board();
    return !!board?.parentElement?.clientHeight && this.isTooHigh(board);
  }
}
