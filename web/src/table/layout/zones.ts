/** Zones: where bar, board, ribbon, hand and drawers lie, a function of the window, the viewpoint and
 * the viewer's settings alone. Nothing here is measured on the page. All in CSS pixels. */

/** desktop: wide enough for all side by side; upright: a tablet; phone: one narrow column; sideways: a
 * phone held on its side. */
export type Layout = 'desktop' | 'upright' | 'phone' | 'sideways';

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

/** A card of the hand, and how much of it peeks over the lower edge. */
export interface HandSize {
  /** Width of a card. */
  cardWidth: number;
  lip: number;
}

/** The hand of a game at a desktop window of usual height and at a low one. */
export interface HandSizes {
  full: HandSize;
  low: HandSize;
}

export interface Viewpoint {
  window: Size;
  /** Whether there is a hand, which spectators don't have. */
  hand?: boolean;
  hands?: HandSizes | undefined;
  /** Whether the board itself shows names, standings and clocks of the others, where the bar has no
   * room for them. */
  plates?: boolean;
  /** Whether the bar needs its second line, on small screens, for more than the players. */
  lined?: boolean;
  /** Whether a strip below the bar teaches: in lessons and first matches. */
  teaching?: boolean;
  /** Whether the viewer has docked the log, where the window has room for it. */
  docked?: boolean;
  /** The viewer's size of text, 1 by default. */
  textSize?: number;
}

export interface ShellZones {
  layout: Layout;
  /** Of everything on the board, at windows higher than usual. */
  scale: number;
  /** Of text, at windows higher than usual. */
  textScale: number;
  /** Of text, as the viewer has chosen it. */
  textSize: number;
  window: Size;
  bar: Rect;
  /** Whether bar or seats show the players. */
  strip: boolean;
  /** The players below the bar, where it has no room for them. */
  seats: Rect | undefined;
  teaching: Rect | undefined;
  board: Rect;
  ribbon: Rect;
  /** What is visible of the hand; without a hand it has no height. */
  hand: Rect;
  cardWidth: number;
  /** An open drawer: it leaves the bar and the ribbon free. */
  drawer: Rect;
  /** The docked log. */
  side: Rect | undefined;
}

export const BAR_PX = 48;
export const MIN_DOCK_WIDTH_PX = 1720;
/** Up to this height nothing is enlarged. */
const MAX_PLAIN_HEIGHT_PX = 960;
const USUAL_HEIGHT_PX = 900;
const LOW_HEIGHT_PX = 820;
const MIN_DESKTOP_WIDTH_PX = 1000;
const MIN_UPRIGHT_WIDTH_PX = 600;
const MAX_SIDEWAYS_HEIGHT_PX = 480;
const SEATS_PX = 44;
const DOCK_PX = 340;
const DRAWER_PX = 352;
/** Large text makes the bands higher up to this. */
const MAX_BAND_SCALE = 1.14;
/** The part of a card that shows where others lie on it. */
export const MIN_VISIBLE_PX = 44;

export const DEFAULT_HANDS: HandSizes = {
  full: { cardWidth: 152, lip: 104 },
  low: { cardWidth: 136, lip: 64 },
};

export function layoutOf({ width, height }: Size): Layout {
  if (height < MAX_SIDEWAYS_HEIGHT_PX) return 'sideways';
  if (width < MIN_UPRIGHT_WIDTH_PX) return 'phone';
  return width < MIN_DESKTOP_WIDTH_PX ? 'upright' : 'desktop';
}

/** How much larger everything is drawn in a high window. */
export function scaleOf(window: Size): number {
  if (layoutOf(window) !== 'desktop' || window.height < MAX_PLAIN_HEIGHT_PX) return 1;
  return Math.min(window.height / USUAL_HEIGHT_PX, window.width / 1400);
}

export function textScaleOf(window: Size): number {
  const scale = scaleOf(window);
  if (scale >= 1.5) return 1.3;
  return scale >= 1.15 ? 1.125 : 1;
}

interface Bands {
  bar: number;
  seats: number;
  teaching: number;
  ribbon: number;
  lip: number;
  cardWidth: number;
}

function bandsOf(layout: Layout, view: Viewpoint): Bands {
  const hands = view.hands ?? DEFAULT_HANDS;
  switch (layout) {
    case 'sideways':
      return { bar: BAR_PX, seats: 0, teaching: 44, ribbon: 52, lip: 34, cardWidth: 104 };
    case 'phone':
      return { bar: BAR_PX, seats: SEATS_PX, teaching: 104, ribbon: 96, lip: 62, cardWidth: 112 };
    case 'upright':
      return { bar: BAR_PX, seats: SEATS_PX, teaching: 72, ribbon: 72, lip: 96, cardWidth: 136 };
    case 'desktop': {
      const low = view.window.height < LOW_HEIGHT_PX;
      const { lip, cardWidth } = low ? hands.low : hands.full;
      return { bar: BAR_PX, seats: 0, teaching: 60, ribbon: low ? 76 : 84, lip, cardWidth };
    }
  }
}

export function shellZones(view: Viewpoint): ShellZones {
  const { window, hand = true, plates = false, teaching = false, docked = false } = view;
  const { textSize = 1, lined = false } = view;
  const layout = layoutOf(window);
  const scale = scaleOf(window);
  const textScale = textScaleOf(window);
  const bands = bandsOf(layout, view);
  const bandScale = textScale * Math.min(MAX_BAND_SCALE, Math.max(1, textSize));
  const side = docked && window.width >= MIN_DOCK_WIDTH_PX ? Math.round(DOCK_PX * textScale) : 0;
  const width = window.width - side;
  const barHeight = Math.round(bands.bar * textScale);
  const ribbonHeight = Math.round(bands.ribbon * bandScale);
  const lip = hand ? Math.round(bands.lip * scale) : 0;
  let top = barHeight;
  const strip = !plates || layout === 'desktop' || layout === 'sideways';
  const seats =
    bands.seats && (strip || lined)
      ? { x: 0, y: top, width: window.width, height: bands.seats }
      : undefined;
  top += seats?.height ?? 0;
  const lessons = teaching
    ? { x: 0, y: top, width, height: Math.round(bands.teaching * bandScale) }
    : undefined;
  top += lessons?.height ?? 0;
  const foot = window.height - ribbonHeight - lip;
  const board = { x: 0, y: top, width, height: foot - top };
  const drawerWidth = Math.min(Math.round(DRAWER_PX * textScale), window.width);
  return {
    layout,
    scale,
    textScale,
    textSize,
    window,
    bar: { x: 0, y: 0, width: window.width, height: barHeight },
    strip,
    seats,
    teaching: lessons,
    board,
    ribbon: { x: 0, y: foot, width, height: ribbonHeight },
    hand: { x: 0, y: window.height - lip, width, height: lip },
    cardWidth: Math.round(bands.cardWidth * scale),
    drawer: { x: window.width - drawerWidth, y: top, width: drawerWidth, height: foot - top },
    side: side
      ? { x: width, y: barHeight, width: side, height: window.height - barHeight }
      : undefined,
  };
}

/** The gap between the cards of a row: the usual one while there is room, then negative, so they
 * overlap; of each `MIN_VISIBLE_PX` show, however many there are. */
export function gapOf(widths: readonly number[], room: number, gap: number): number {
  if (widths.length < 2) return gap;
  const sum = widths.reduce((total, width) => total + width, 0);
  const fitting = Math.min(gap, (room - sum) / (widths.length - 1));
  return Math.max(fitting, MIN_VISIBLE_PX - Math.min(...widths));
}

const MAX_TRIES = 5;

/** The gaps after the cards of a row but the last: the usual one while there is room, then negative,
 * so they overlap: as much shows of each, the wider ones overlapping first. At the capacity of a
 * zone that is `MIN_VISIBLE_PX`; beyond it they share the room, and none leaves its zone. */
export function gapsOf(widths: readonly number[], room: number, gap: number): number[] {
  const last = widths.at(-1) ?? 0;
  let used = room;
  let gaps = gapsBefore(widths, used - last, gap);
  // A wide card may reach beyond narrow ones that lie on it.
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let left = 0;
    let end = 0;
    for (const [index, width] of widths.entries()) {
      end = Math.max(end, left + width);
      left += width + (gaps[index] ?? 0);
    }
    if (end <= room) break;
    used -= end - room;
    gaps = gapsBefore(widths, used - last, gap);
  }
  return gaps;
}

/** The gaps after all cards but the last, which have this room to its left side. */
function gapsBefore(widths: readonly number[], room: number, gap: number): number[] {
  const covered = widths.slice(0, -1);
  let rest = room;
  let pitch = Infinity;
  for (const [index, width] of covered.toSorted((a, b) => a - b).entries()) {
    const share = rest / (covered.length - index);
    if (width + gap > share) {
      pitch = share;
      break;
    }
    rest -= width + gap;
  }
  return covered.map((width) => Math.min(gap, pitch - width));
}
