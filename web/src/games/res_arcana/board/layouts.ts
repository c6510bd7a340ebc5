/** How a board shows the components in play. */
export interface Layout {
  rivals: 'small' | 'chip' | 'slip';
  places: 'chip' | 'slip';
  /** Monuments and magic items. */
  centre: 'chip' | 'slip';
  /** The powers of rivals' components and of those in the centre take one line each, not two. */
  tight: boolean;
  /** So do the powers of one's own. */
  tightest: boolean;
}

/** From the one with the most text to the one with the least. */
export const LAYOUTS: [Layout, ...Layout[]] = [
  { rivals: 'slip', places: 'slip', centre: 'slip', tight: false, tightest: false },
  { rivals: 'slip', places: 'slip', centre: 'slip', tight: true, tightest: false },
  { rivals: 'small', places: 'slip', centre: 'slip', tight: true, tightest: false },
  { rivals: 'small', places: 'slip', centre: 'slip', tight: true, tightest: true },
  { rivals: 'chip', places: 'slip', centre: 'slip', tight: true, tightest: true },
  { rivals: 'chip', places: 'slip', centre: 'chip', tight: true, tightest: true },
  { rivals: 'chip', places: 'chip', centre: 'chip', tight: true, tightest: true },
];

/** What must be in sight beside the own components: what players race for. */
const CENTRE = '[data-region=places], [data-region=monuments]';
/** Pixels between the parts and below them. */
const GAP_PX = 20;

/** Whether Places of Power, monuments and the own components don't fit on the screen together. */
export function isTooHigh(board: HTMLElement): boolean {
  const room = board.parentElement?.clientHeight ?? 0;
  const { top } = board.getBoundingClientRect();
  const centre = [...board.querySelectorAll(CENTRE)].map(
    (part) => part.getBoundingClientRect().bottom - top,
  );
  const own = board.querySelector<HTMLElement>('.mine')?.offsetHeight ?? 0;
  return Math.max(...centre, 0) + own + GAP_PX > room;
}
