/** What no line lies over: what answers a question, what there is to pay with, and what a rival has. */
const KEEP_CLEAR =
  '.glows, .offers, .keep-clear, .plate, [data-region=pool], [data-region=essence]';
/** Boards of packages, whose classes are their own. */
const PACKAGED = '[data-region=board] > *';
/** Pixels around a line, and from one place that is tried to the next. */
const GAP_PX = 8;

interface Size {
  width: number;
  height: number;
}

/** The part of a rectangle that places depend on. */
export type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * How far below the top of the room a line in its middle covers nothing that is kept clear, tried from
 * one end on; undefined if it covers something everywhere.
 */
export function clearTop(
  { width, height }: Size,
  room: Edges,
  obstacles: Edges[],
  from: 'top' | 'bottom',
): number | undefined {
  const middle = (room.left + room.right) / 2;
  const beside = obstacles.filter(
    ({ left, right }) => right > middle - width / 2 - GAP_PX && left < middle + width / 2 + GAP_PX,
  );
  const last = room.bottom - room.top - height - GAP_PX;
  for (let offset = GAP_PX; offset <= last; offset += GAP_PX) {
    const top = from === 'top' ? offset : last + GAP_PX - offset;
    const at = room.top + top;
    if (beside.every((edges) => edges.bottom <= at || edges.top >= at + height)) return top;
  }
  return undefined;
}

/** Where a line over the table covers neither what is asked nor what there is to pay with: if need
 * be, at the edge of the window. */
export function clearPlace(line: HTMLElement, from: 'top' | 'bottom'): number {
  const room = line.offsetParent;
  if (!room) return GAP_PX;
  const edges = room.getBoundingClientRect();
  const obstacles = [...room.querySelectorAll(KEEP_CLEAR), ...buttonsOfPackages(room)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width && height);
  const size = { width: line.offsetWidth, height: line.offsetHeight };
  return clearTop(size, edges, obstacles, from) ?? GAP_PX - edges.top;
}

/** What can be pressed on the board of a package, within its shadow root if it has one. */
function buttonsOfPackages(room: Element): Element[] {
  return [...room.querySelectorAll(PACKAGED)].flatMap((board) => [
    ...(board.shadowRoot ?? board).querySelectorAll('button'),
  ]);
}
