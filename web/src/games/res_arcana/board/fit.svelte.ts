import { tick, untrack } from 'svelte';

/** How much of the others' components is shown: two lines of each power, one line, or tiles; at last
 * one line of one's own powers as well. */
const TIGHTEST = 3;
/** What must be in sight beside the own components: what players race for. */
const CENTRE = '[data-region=places], [data-region=monuments]';
/** Pixels between the parts and below them. */
const GAPS = 20;

/** What the size of a board depends on. */
export interface Load {
  screen: string;
  /** Components in play. */
  count: number;
  drafts: boolean;
}

/**
 * Fit: a board shows as much text as leaves Places of Power, monuments and the own components in
 * sight at once. It tightens while they are not, and starts anew when there is more room or less to
 * show.
 */
export class Fit {
  tightness = $state(0);
  #last: Load = { screen: '', count: 0, drafts: false };
  #run = 0;

  constructor(board: () => HTMLElement | undefined, load: () => Load) {
    $effect(() => {
      const [element, now] = [board(), load()];
      untrack(() => void this.#fit(element, now));
    });
  }

  async #fit(board: HTMLElement | undefined, now: Load): Promise<void> {
    const run = ++this.#run;
    const { screen, count, drafts } = this.#last;
    if (screen !== now.screen || drafts !== now.drafts || now.count < count) this.tightness = 0;
    this.#last = now;
    await tick();
    while (run === this.#run && this.tightness < TIGHTEST && isTooHigh(board)) {
      this.tightness += 1;
      await tick();
    }
  }
}

function isTooHigh(board: HTMLElement | undefined): boolean {
  const place = board?.parentElement?.clientHeight ?? 0;
  if (!board || !place) return false;
  const { top } = board.getBoundingClientRect();
  const centre = [...board.querySelectorAll(CENTRE)].map(
    (part) => part.getBoundingClientRect().bottom - top,
  );
  const own = board.querySelector<HTMLElement>('.mine')?.offsetHeight ?? 0;
  return Math.max(...centre, 0) + own + GAPS > place;
}
