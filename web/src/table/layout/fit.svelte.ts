import { tick, untrack } from 'svelte';

/** How many times the room must have grown for a fresh start. */
const GROWTH_FOR_RESTART = 1.25;

/** What a board's size depends on, apart from the room that it has. */
export interface FitInputs {
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
  #index = $state(0);
  #lastInputs: FitInputs = { screen: '', count: 0 };
  /** Pixels of height when the layout was chosen. */
  #roomPx = 0;
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
    readInputs: () => FitInputs,
  ) {
    $effect(() => {
      const inputs = readInputs();
      untrack(() => void this.#fit(inputs));
    });
    $effect(() => {
      const roomElement = board()?.parentElement;
      if (!roomElement) return;
      const observer = new ResizeObserver(() => void this.#fit(this.#lastInputs));
      observer.observe(roomElement);
      return () => observer.disconnect();
    });
  }

  get layout(): Layout {
    return this.layouts[this.#index] ?? this.layouts[0];
  }

  async #fit(inputs: FitInputs): Promise<void> {
    const run = ++this.#run;
    const { screen, count } = this.#lastInputs;
    const roomPx = this.board()?.parentElement?.clientHeight ?? 0;
    if (screen !== inputs.screen || roomPx > this.#roomPx * GROWTH_FOR_RESTART) {
      this.#index = 0;
      this.#roomPx = roomPx;
    } else if (inputs.count < count) this.#index = Math.max(this.#index - 1, 0);
    this.#lastInputs = inputs;
    await tick();
    while (run === this.#run && this.#index < this.layouts.length - 1 && this.#isOverflowing()) {
      this.#index += 1;
      this.#roomPx = roomPx;
      await tick();
    }
  }

  #isOverflowing(): boolean {
    const board = this.board();
    return !!board?.parentElement?.clientHeight && this.isTooHigh(board);
  }
}
