/** Zones of the battlefields: where plates, armies, the law and the Might of each lie, a function of
 * the shell's zones and the armies alone. In pixels of an unscaled board, from its upper left; what
 * lies on a battlefield from the upper left of that. */

import type { Rect, ShellZones, Size } from '../../../table/layout/zones';

/** An army: its units stand side by side, in ranks if it has little width. */
export interface ArmyZone extends Rect {
  /** Width of a unit. */
  unit: number;
  ranks: number;
}

/** What lies on a battlefield, which is the same on each. */
export interface StageZones extends Size {
  /** Of its law: above the armies, or beside them on a wide battlefield. */
  banner: Rect;
  isAside: boolean;
  rivals: ArmyZone[];
  /** The front line, with the Might of all armies. */
  front: Rect;
  own: ArmyZone;
}

export interface FieldZones extends Size {
  /** Plates of the rivals. */
  plates: Rect[];
  rounds: Rect | undefined;
  /** What leads to each battlefield, where one is in sight at a time. */
  tabs: Rect | undefined;
  /** All battlefields: side by side, in rows, or swiped. */
  stages: Rect;
  columns: number;
  isSwiped: boolean;
  stage: StageZones;
  /** Where all laws stand at once while a card is drafted, if one battlefield is in sight. */
  laws: Rect | undefined;
  /** The own plate, where it does not lie beside the hand. */
  own: Rect | undefined;
}

export const UNIT_RATIO = 4 / 3;
export const STAGE_GAP_PX = 8;
/** Of a unit this much shows where another stands before it. */
const MIN_VISIBLE_PX = 44;
/** Zones of an army; few battlefields have more. */
const ZONES = 6;
const EDGE_PX = 8;
const PADDING_PX = 8;
const GAP_PX = 6;
const PLATE_PX = 44;
const OWN_PLATE_PX = 48;
const ROUNDS_PX = 236;
/** Of the present round alone. */
const ROUND_PX = 46;
const TABS_PX = 44;
const SIDE_COLUMN_PX = 208;
/** A battlefield lower than this has less of everything. */
const LOW_STAGE_PX = 560;
/** Up to this a banner takes what is left of the height, by the number of armies: the more, the
 * narrower it is. The rest parts the armies. */
const MAX_BANNER_PX = [0, 0, 150, 170];

const heightOf = (unit: number) => Math.round(unit * UNIT_RATIO);

/** The greatest width of a unit with which as many stand in a rank, `MIN_VISIBLE_PX` of each showing. */
const widest = (room: number, count: number) => room - (count - 1) * MIN_VISIBLE_PX;

interface StageLimits {
  /** Least and greatest width of a unit. */
  least: number;
  own: number;
  rival: number;
  front: number;
  banner: number;
  /** Width of a banner beside the armies. */
  aside?: number;
}

/** Two armies face each other; three meet as two above and the own one below. */
function stageOf({ width, height }: Size, armies: number, limits: StageLimits): StageZones {
  const { least, front, aside } = limits;
  const left = PADDING_PX + (aside ? aside + GAP_PX : 0);
  const room = width - left - PADDING_PX;
  const ranks = armies > 2 && !aside ? 2 : 1;
  const half = armies > 2 ? Math.floor((room - STAGE_GAP_PX) / 2) : room;
  const gaps = PADDING_PX * 2 + GAP_PX * (aside ? 2 : 3) + (ranks - 1) * GAP_PX;
  // Beside a banner there is room for as many as usual; beyond that they overlap.
  const inRank = armies > 2 && aside ? ZONES / 2 : ZONES / ranks;
  const rows = ranks + 1;
  // What banner and front leave, for units of one height; then the own ones take what is left.
  const free = height - gaps - front - (aside ? 0 : limits.banner);
  const even = Math.floor(free / rows / UNIT_RATIO);
  const rival = Math.round(
    Math.max(least, Math.min(limits.rival, even, Math.max(least, widest(half, inRank)))),
  );
  const own = Math.round(
    Math.max(
      least,
      Math.min(limits.own, widest(room, ZONES), (free - ranks * heightOf(rival)) / UNIT_RATIO),
    ),
  );
  const used = gaps + front + ranks * heightOf(rival) + heightOf(own);
  const spare = Math.max(0, height - used);
  const bannerHeight = aside
    ? height - 2 * PADDING_PX
    : Math.min(
        Math.max(limits.banner, spare),
        (MAX_BANNER_PX[armies] ?? 170) + Math.max(0, (spare - 190) / 5),
      );
  const apart = Math.max(0, Math.floor((spare - (aside ? 0 : bannerHeight)) / 2));
  const rivalsTop = aside ? PADDING_PX : PADDING_PX + bannerHeight + GAP_PX;
  const rivalsHeight = ranks * heightOf(rival) + (ranks - 1) * GAP_PX;
  const frontTop = rivalsTop + rivalsHeight + GAP_PX + apart;
  return {
    width,
    height,
    banner: {
      x: PADDING_PX,
      y: PADDING_PX,
      width: aside ?? width - 2 * PADDING_PX,
      height: bannerHeight,
    },
    isAside: !!aside,
    rivals: Array.from({ length: armies - 1 }, (_, index) => ({
      x: left + index * (half + STAGE_GAP_PX),
      y: rivalsTop,
      width: half,
      height: rivalsHeight,
      unit: rival,
      ranks,
    })),
    front: { x: left, y: frontTop, width: room, height: front },
    own: {
      x: left,
      y: height - PADDING_PX - heightOf(own),
      width: room,
      height: heightOf(own),
      unit: own,
      ranks: 1,
    },
  };
}

function platesIn(line: Rect, count: number): Rect[] {
  const width = Math.floor((line.width - (count - 1) * STAGE_GAP_PX) / count);
  return Array.from({ length: count }, (_, index) => ({
    ...line,
    x: line.x + index * (width + STAGE_GAP_PX),
    width,
  }));
}

/** The zones of a table with so many armies; a spectator's near one has its plate on the board. */
export function fieldZones(shell: ShellZones, armies: number, seated = true): FieldZones {
  const width = Math.round(shell.board.width / shell.scale);
  const height = Math.round(shell.board.height / shell.scale);
  const rivals = armies - 1;
  const battlefields = armies + 1;
  switch (shell.layout) {
    case 'desktop':
      return desktop(width, height, rivals, battlefields, !seated || !shell.hand.height);
    case 'upright':
      return upright(width, height, rivals, battlefields);
    case 'phone':
      return phone(width, height, rivals);
    case 'sideways':
      return sideways(width, height, rivals);
  }
}

function desktop(
  width: number,
  height: number,
  rivals: number,
  battlefields: number,
  hasPlate: boolean,
): FieldZones {
  const top = EDGE_PX + PLATE_PX + GAP_PX;
  const foot = hasPlate ? OWN_PLATE_PX + GAP_PX : 0;
  const room = width - 2 * EDGE_PX;
  const stage = {
    width: Math.floor((room - (battlefields - 1) * STAGE_GAP_PX) / battlefields),
    height: height - top - EDGE_PX - foot,
  };
  const inner = stage.width - 2 * PADDING_PX;
  const isLow = stage.height < LOW_STAGE_PX && rivals > 1;
  const limits = {
    least: 64,
    // Where three armies have little height, the law is to be read.
    own: isLow ? 64 : Math.min(132, inner / 4.4),
    rival: Math.min(132, rivals > 1 ? 76 : inner / 4.4),
    front: isLow ? 52 : 60,
    banner: rivals > 1 ? 118 : 104,
  };
  return {
    width,
    height,
    plates: platesIn(
      { x: EDGE_PX, y: EDGE_PX, width: room - ROUNDS_PX - GAP_PX, height: PLATE_PX },
      rivals,
    ),
    rounds: { x: width - EDGE_PX - ROUNDS_PX, y: EDGE_PX, width: ROUNDS_PX, height: PLATE_PX },
    tabs: undefined,
    stages: { x: EDGE_PX, y: top, width: room, height: stage.height },
    columns: battlefields,
    isSwiped: false,
    stage: stageOf(stage, rivals + 1, limits),
    laws: undefined,
    own: hasPlate
      ? { x: EDGE_PX, y: height - foot - 2, width: room, height: OWN_PLATE_PX }
      : undefined,
  };
}

/** On a tablet: wide battlefields below each other, or two and two. */
function upright(width: number, height: number, rivals: number, battlefields: number): FieldZones {
  const top = GAP_PX + PLATE_PX + GAP_PX;
  const foot = OWN_PLATE_PX + GAP_PX;
  const columns = rivals > 1 ? 2 : 1;
  const rows = battlefields / columns;
  const room = width - 2 * EDGE_PX;
  const free = height - top - foot;
  const size = {
    width: Math.floor((room - (columns - 1) * STAGE_GAP_PX) / columns),
    height: Math.floor((free - (rows - 1) * STAGE_GAP_PX) / rows),
  };
  const limits = {
    least: 64,
    own: 96,
    rival: 96,
    front: rivals > 1 ? 48 : 46,
    banner: 72,
    ...(rivals > 1 ? {} : { aside: 230 }),
  };
  const lineWidth = rivals > 1 ? room : room - ROUNDS_PX - GAP_PX;
  return {
    width,
    height,
    plates: platesIn({ x: EDGE_PX, y: GAP_PX, width: lineWidth, height: PLATE_PX }, rivals),
    rounds:
      rivals > 1
        ? undefined
        : { x: width - EDGE_PX - ROUNDS_PX, y: GAP_PX, width: ROUNDS_PX, height: PLATE_PX },
    tabs: undefined,
    stages: { x: EDGE_PX, y: top, width: room, height: free },
    columns,
    isSwiped: false,
    stage: stageOf(size, rivals + 1, limits),
    laws: undefined,
    own: { x: EDGE_PX, y: height - OWN_PLATE_PX - 2, width: room, height: OWN_PLATE_PX },
  };
}

/** The least height of a battlefield on a phone, beyond which the board scrolls. */
const MIN_PHONE_STAGE_PX = [0, 0, 250, 336];
const MIN_SIDEWAYS_STAGE_PX = 172;

function phone(width: number, height: number, rivals: number): FieldZones {
  const edge = 4;
  const plate = rivals > 1 ? 50 : PLATE_PX;
  const top = edge + plate + 4 + TABS_PX + 4;
  const foot = OWN_PLATE_PX + 4;
  const size = {
    width: width - 2 * edge,
    height: Math.max(MIN_PHONE_STAGE_PX[rivals + 1] ?? 336, height - top - foot),
  };
  const limits = {
    least: size.height < 260 ? 52 : 64,
    own: Math.min(96, (size.width - 16) / 4),
    rival: Math.min(rivals > 1 ? 76 : 96, (size.width - 16) / 4),
    front: 42,
    banner: 44,
  };
  const boardHeight = Math.max(height, top + size.height + foot);
  return {
    width,
    height: boardHeight,
    plates: platesIn({ x: edge, y: edge, width: size.width, height: plate }, rivals),
    rounds: { x: edge, y: edge + plate + 4, width: ROUND_PX, height: TABS_PX },
    tabs: {
      x: edge + ROUND_PX + 4,
      y: edge + plate + 4,
      width: size.width - ROUND_PX - 4,
      height: TABS_PX,
    },
    stages: { x: edge, y: top, width: size.width, height: size.height },
    columns: 1,
    isSwiped: true,
    stage: stageOf(size, rivals + 1, limits),
    laws: { x: edge, y: top, ...size },
    own: { x: edge, y: boardHeight - OWN_PLATE_PX, width: size.width, height: OWN_PLATE_PX },
  };
}

/** On a phone held on its side: plates in a column at the left, a battlefield beside them. */
function sideways(width: number, height: number, rivals: number): FieldZones {
  const edge = 4;
  const stage = {
    width: width - SIDE_COLUMN_PX - edge,
    height: Math.max(MIN_SIDEWAYS_STAGE_PX, height - 2 * edge),
  };
  const limits = { least: 44, own: 84, rival: 84, front: 38, banner: 0, aside: 136 };
  const boardHeight = stage.height + 2 * edge;
  const column = SIDE_COLUMN_PX - 2 * edge;
  const foot = Math.min(OWN_PLATE_PX + 2, Math.floor(height * 0.25));
  const room = Math.min(height, boardHeight) - foot - TABS_PX - 4 * edge;
  const plate = Math.min(52, Math.floor(room / rivals) - 2);
  return {
    width,
    height: boardHeight,
    plates: Array.from({ length: rivals }, (_, index) => ({
      x: edge,
      y: edge + index * (plate + 2),
      width: column,
      height: plate,
    })),
    rounds: undefined,
    tabs: { x: edge, y: edge + rivals * (plate + 2) + 2, width: column, height: TABS_PX },
    stages: { x: SIDE_COLUMN_PX, y: edge, ...stage },
    columns: 1,
    isSwiped: true,
    stage: stageOf(stage, rivals + 1, limits),
    laws: { x: SIDE_COLUMN_PX, y: edge, ...stage },
    own: { x: edge, y: Math.min(height, boardHeight) - foot - edge, width: column, height: foot },
  };
}

interface Point {
  x: number;
  y: number;
}

/** The least width of a mark on the ground, where the next unit may be deployed. */
const MARK_PX = 44;

/** Where the units of an army stand, and the mark after them, from its upper left. Where there is a
 * mark, its room is kept free whether it is shown or not. */
export function standsOf(
  army: ArmyZone,
  units: number,
  isNear: boolean,
  hasMark: boolean,
): { stands: Point[]; mark: (Point & { width: number }) | undefined } {
  const { unit, ranks } = army;
  const perRank = ranks > 1 ? Math.ceil(Math.max(units, ZONES) / ranks) : Math.max(1, units);
  const mostInRank = Math.min(perRank, units);
  // A mark leaves each unit its least: then it lies on the last one.
  const least = (mostInRank - 1) * MIN_VISIBLE_PX + unit;
  const free = army.width - (hasMark && units ? MARK_PX + GAP_PX : 0);
  const room = Math.max(free, Math.min(least, army.width));
  const pitch = Math.min(unit + GAP_PX, (room - unit) / Math.max(1, mostInRank - 1));
  // A mark is as wide as a unit, as far as there is room for it.
  const taken = (mostInRank - 1) * pitch + unit;
  const beside = army.width - taken - GAP_PX;
  const markWidth = units ? Math.max(MARK_PX, Math.min(unit, beside)) : unit;
  const stands = Array.from({ length: units }, (_, index) => {
    const rank = Math.floor(index / perRank);
    const inRank = Math.min(perRank, units - rank * perRank);
    const wide = (inRank - 1) * pitch + unit + (hasMark ? Math.min(beside, markWidth) + GAP_PX : 0);
    const row = isNear ? rank : ranks - 1 - rank;
    return {
      x: Math.round((army.width - wide) / 2 + (index - rank * perRank) * pitch),
      y: row * (heightOf(unit) + GAP_PX),
    };
  });
  const last = stands.at(-1);
  const markX = last
    ? Math.min(last.x + unit + GAP_PX, army.width - markWidth)
    : Math.round((army.width - markWidth) / 2);
  return { stands, mark: hasMark ? { x: markX, y: last?.y ?? 0, width: markWidth } : undefined };
}
