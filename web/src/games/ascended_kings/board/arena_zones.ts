/** Zones of the arena: its tilted floor, the trays of stone around it and the bands between, a function
 * of the shell's zones and the seats alone. In CSS pixels of the board. */

import type { Rect, ShellZones } from '../../../table/layout/zones';

/** corners: trays in the corners beside the floor; stacked: below it; column: beside it, scrolled. */
export type ArenaForm = 'corners' | 'stacked' | 'column';

export interface Tilt {
  degrees: number;
  /** How far away the viewer is. */
  perspective: number;
}

export interface Floor extends Rect {
  tilt: Tilt;
  /** The rim around the tiles. */
  rim: number;
}

export interface ArenaZones {
  form: ArenaForm;
  /** The floor as it lies before it is tilted around its middle. */
  floor: Floor;
  /** The front of the slab, below the floor as it is seen; its words stand there. */
  front: Rect;
  /** What a pixel of a tray's drawing is on the screen. */
  unit: number;
  /** The trays, clockwise from one's own. */
  trays: Rect[];
  dials: Rect;
  supply: Rect;
  /** Threats and dice. */
  news: Rect;
  /** Rivals' plates over a scrolling board. */
  plates: Rect | undefined;
  /** All that the board scrolls over, or its own height. */
  height: number;
}

/** A tray as it is drawn, in units. */
export const TRAY = { width: 332, height: 262 } as const;

const EDGE_PX = 10;
const FRONT_PX = 38;
/** Below the width of a column beside the floor trays would not be read. */
const MIN_COLUMN_PX = 276;
const COLUMN_SHARE = 0.236;
/** Tiles are wider than high, up to this. */
const MAX_ASPECT = 1.16;
const BAND_PX = 62;
const MAX_UNIT = 1.75;
const DESKTOP_TILT_DEG = 24;
/** Tiles of a phone are low already. */
const PHONE_TILT_DEG = 8;
const DISTANCE = 2.5;
/** The rim around the tiles, as a share of the floor's width. */
const RIM = 0.022;
const PHONE_RIM = 0.012;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Of a floor of height 1 as it is seen: its height, and the widths of its edges as shares. */
export function seenFloor(degrees: number): { height: number; near: number; far: number } {
  const lean = Math.sin(radians(degrees)) / 2;
  const near = DISTANCE / (DISTANCE - lean);
  const far = DISTANCE / (DISTANCE + lean);
  return { height: (Math.cos(radians(degrees)) / 2) * (near + far), near, far };
}

/** The floor that is seen with its upper edge at `top`, its middle at `middle`. */
function floorAt(middle: number, top: number, width: number, height: number, degrees: number) {
  const { far } = seenFloor(degrees);
  const above = (height / 2) * Math.cos(radians(degrees)) * far;
  const tilt = { degrees, perspective: Math.round(DISTANCE * height) };
  const rim = width * (degrees === PHONE_TILT_DEG ? PHONE_RIM : RIM);
  return { x: middle - width / 2, y: top + above - height / 2, width, height, tilt, rim };
}

function frontOf({ x, y, width, height, tilt }: Floor): Rect {
  const { near } = seenFloor(tilt.degrees);
  const bottom = y + height / 2 + (height / 2) * Math.cos(radians(tilt.degrees)) * near;
  const seen = width * near;
  return { x: x + width / 2 - seen / 2, y: bottom, width: seen, height: FRONT_PX };
}

export function arenaZones(shell: ShellZones, seats: number, seated: boolean): ArenaZones {
  switch (shell.layout) {
    case 'desktop':
      return inCorners(shell, seats);
    case 'sideways':
      return inColumn(shell, seats, seated);
    default:
      return stacked(shell, seats, seated);
  }
}

function inCorners(shell: ShellZones, seats: number): ArenaZones {
  const { width, height } = shell.board;
  const { scale, textScale } = shell;
  const { height: seen, near } = seenFloor(DESKTOP_TILT_DEG);
  const edge = EDGE_PX * scale;
  const front = FRONT_PX * textScale;
  const highest = (height - edge - front) / seen;
  // Trays give way to a floor that fills the height, down to what can be read.
  const column = Math.max(
    MIN_COLUMN_PX * textScale,
    Math.min(width * COLUMN_SHARE, (width - highest * near) / 2),
  );
  const widest = width - 2 * column;
  const high = Math.min(highest, widest / near);
  const wide = Math.min(high * MAX_ASPECT, widest / near);
  const floor = floorAt(width / 2, edge, wide, high, DESKTOP_TILT_DEG);
  const beside = (width - wide * near) / 2;
  const band = BAND_PX * textScale;
  const rows = 2;
  const unit = Math.min(
    MAX_UNIT,
    (beside - 2 * edge) / TRAY.width,
    (height - band - (rows + 2) * edge) / (rows * TRAY.height),
  );
  const tray = { width: TRAY.width * unit, height: TRAY.height * unit };
  const lower = height - edge - tray.height;
  const upper = lower - edge - tray.height;
  const right = width - edge - tray.width;
  const at = (x: number, y: number): Rect => ({ x, y, ...tray });
  const upperBand = { y: edge, width: tray.width, height: upper - 2 * edge };
  const corner = { width: tray.width, height: lower - 2 * edge };
  const own = at(edge, lower);
  const trays = {
    2: [own, at(right, upper)],
    3: [own, at(edge, upper), at(right, upper)],
    4: [own, at(edge, upper), at(right, upper), at(right, lower)],
  }[Math.min(4, Math.max(2, seats)) as 2 | 3 | 4];
  return {
    form: 'corners',
    floor,
    front: { ...frontOf(floor), height: front },
    unit,
    trays,
    dials: seats > 2 ? { x: edge, ...upperBand } : { x: edge, y: edge, ...corner },
    supply: seats > 3 ? { x: right, ...upperBand } : at(right, lower),
    news: { x: right, ...upperBand },
    plates: undefined,
    height,
  };
}

/** Heights of the parts of a scrolling board. */
const PLATES_PX = 54;
const DIALS_PX = 44;
const SUPPLY_PX = 64;
const PURSE_PX = 44;
/** From this width a tray lies with all its parts in one row. */
export const WIDE_TRAY = { width: 780, height: 178 } as const;

function stacked(shell: ShellZones, seats: number, seated: boolean): ArenaZones {
  const { width } = shell.board;
  const text = shell.textScale;
  const isPhone = shell.layout === 'phone';
  const degrees = isPhone ? PHONE_TILT_DEG : DESKTOP_TILT_DEG;
  const { height: seen, near } = seenFloor(degrees);
  const plates = { x: 0, y: 0, width, height: PLATES_PX * text };
  const dials = { x: 0, y: plates.height, width, height: DIALS_PX * text };
  const wide = (width - 6) / near;
  const high = isPhone ? Math.max(wide, 352) : wide * 0.9;
  const top = dials.y + dials.height + 6;
  const floor = floorAt(width / 2, top, wide, high, degrees);
  const front = { ...frontOf(floor), height: FRONT_PX * text };
  const design = isPhone ? TRAY : WIDE_TRAY;
  const unit = (width - 12) / design.width;
  const tray = { x: 6, y: top + high * seen + front.height + 8, width: width - 12 };
  const own = { ...tray, height: design.height * unit };
  const supply = { x: 6, y: own.y + own.height + 8, width: width - 12, height: SUPPLY_PX * text };
  return {
    form: 'stacked',
    floor,
    front,
    unit,
    trays: [own],
    dials,
    supply,
    news: { x: 6, y: plates.height + 2, width: width - 12, height: 0 },
    plates: seats > 1 ? plates : undefined,
    height: supply.y + supply.height + (seated && isPhone ? PURSE_PX * text : 0) + 8,
  };
}

const SIDEWAYS_TILE_PX = 35;

function inColumn(shell: ShellZones, seats: number, seated: boolean): ArenaZones {
  const { width } = shell.board;
  const text = shell.textScale;
  const { near, height: seen } = seenFloor(PHONE_TILT_DEG);
  const side = (SIDEWAYS_TILE_PX * 10) / (1 - 2 * PHONE_RIM);
  const floor = floorAt((side * near) / 2 + 3, 4, side, side, PHONE_TILT_DEG);
  const front = { ...frontOf(floor), height: FRONT_PX * text };
  const x = Math.ceil(side * near) + 12;
  const column = width - x - 4;
  const plates = { x, y: 0, width: column, height: PLATES_PX * text };
  const unit = Math.min(1, column / TRAY.width);
  const dials = { x, y: plates.height + 4, width: column, height: DIALS_PX * text };
  const tray = { x, y: dials.y + dials.height + 4, width: column, height: TRAY.height * unit };
  const supply = { x, y: tray.y + tray.height + 6, width: column, height: SUPPLY_PX * text };
  const foot = seated ? PURSE_PX * text : 0;
  return {
    form: 'column',
    floor,
    front,
    unit,
    trays: [tray],
    dials,
    supply,
    news: dials,
    plates: seats > 1 ? plates : undefined,
    height: Math.max(
      front.y + front.height,
      side * seen + front.height,
      supply.y + supply.height + foot,
    ),
  };
}
