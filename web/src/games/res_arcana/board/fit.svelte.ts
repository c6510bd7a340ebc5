import { tick, untrack } from 'svelte';

/** How a board shows the components in play. */
export interface Layout {
  rivals: 'small' | 'chip' | 'slip';
  centre: 'chip' | 'slip';
  /** The powers of rivals' components and of those in the centre take one line each, not two. */
  tight: boolean;
  /** So do the powers of one's own. */
  tightest: boolean;
}

/** From the one with the most text to the one with the least. */
const LAYOUTS = [
  { rivals: 'slip', centre: 'slip', tight: false, tightest: false },
  { rivals: 'slip', centre: 'slip', tight: true, tightest: false },
  { rivals: 'small', centre: 'slip', tight: true, tightest: false },
  { rivals: 'small', centre: 'slip', tight: true, tightest: true },
  { rivals: 'chip', centre: 'slip', tight: true, tightest: true },
  { rivals: 'chip', centre: 'chip', tight: true, tightest: true },
] satisfies [Layout, ...Layout[]];

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
  #tightness = $state(0);
  #last: Load = { screen: '', count: 0, drafts: false };
  #run = 0;

  constructor(board: () => HTMLElement | undefined, load: () => Load) {
    $effect(() => {
      const [element, now] = [board(), load()];
      untrack(() => void this.#fit(element, now));
    });
  }

  get layout(): Layout {
    return LAYOUTS[this.#tightness] ?? LAYOUTS[0];
  }

  async #fit(board: HTMLElement | undefined, now: Load): Promise<void> {
    const run = ++this.#run;
    const { screen, count, drafts } = this.#last;
    if (screen !== now.screen || drafts !== now.drafts || now.count < count) this.#tightness = 0;
    this.#last = now;
    await tick();
    while (run === this.#run && this.#tightness < LAYOUTS.length - 1 && isTooHigh(board)) {
      this.#tightness += 1;
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
