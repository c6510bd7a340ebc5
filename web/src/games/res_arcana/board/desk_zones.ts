/** Zones of the desk: where rivals, Places of Power, monuments, items and the own row lie, a function
 * of the shell's zones and the seats alone. In pixels of an unscaled board, from its upper left. */

import type { Rect, ShellZones } from '../../../table/layout/zones';

export interface RivalZones {
  plate: Rect;
  cards: Rect;
  rows: number;
}

export interface DeskZones {
  /** What the board is, before it is scaled. */
  width: number;
  height: number;
  /** Widths of cards in play. */
  rival: number;
  own: number;
  rivals: RivalZones[];
  /** On a phone: all that rivals have in play, side by side, of which one is in sight. */
  carousel: Rect | undefined;
  /** The panel let into the desk, for unclaimed components. */
  centre: { y: number; height: number };
  places: Rect;
  /** Of one Place of Power. */
  place: { width: number; height: number; pitch: number; columns: number };
  monuments: Rect;
  /** Width of a monument. */
  monument: number;
  items: Rect;
  /** Of items: how many rows, and the width of one. */
  item: { rows: number; width: number };
  ownRow: Rect | undefined;
  ownRows: number;
  /** What is chosen from before the first round: where the own row will lie, and a little more. */
  draft: Rect | undefined;
  /** Where the own candle stands, if there is room. */
  candle: Rect | undefined;
  /** The height of what there is to pay with, where that does not lie beside the hand. */
  pool: number | undefined;
}

export const CARD_RATIO = 1.4;
/** A Place of Power in play is this much wider than a card. */
export const PLACE_RATIO = 1.78;
export const GAP_PX = 8;
const PLACES = 5;
/** Items that lie there at the beginning of a match for two. */
const MAX_ITEMS = 8;
/** Beside low Places: three rows of three lie apart. */
const MIN_ITEM_PX = 24;
const POOL_PX = 58;
/** A desk lower than this has less of everything. */
const LOW_DESK_PX = 580;

interface DeskSizes {
  /** By the number of players across: two seats, three, four. */
  own: readonly number[];
  rival: readonly number[];
  place: readonly number[];
  plate: number;
  side: number;
}

const LOW: DeskSizes = {
  own: [112, 112, 104],
  rival: [84, 84, 66],
  place: [190, 160, 124],
  plate: 42,
  side: 16,
};
const FULL: DeskSizes = {
  own: [120, 112, 104],
  rival: [92, 92, 70],
  place: [220, 196, 146],
  plate: 48,
  side: 24,
};
/** Above the first plate. */
const TOP_PX = 10;
const PLATE_WIDTH_PX = 262;
const PLATE_GAP_PX = 10;
const BETWEEN_RIVALS_PX = 12;
const EDGE_PX = 16;
const MAX_GAP_PX = 34;
/** Left of the own row, for the candle; and right of a single rival's. */
const CANDLE_ROOM_PX = 98;
const PLACE_GAP_PX = 11;
/** Between the Places and what lies beside them. */
const BESIDE_PLACES_PX = 24;
/** Width of what lies right of the Places, by their height: of high and of low ones. */
const HIGH_RIGHT_RATIO = 1.29;
const LOW_RIGHT_RATIO = 2.42;
/** From this height a Place shows its powers, and monuments lie above the items. */
export const HIGH_PLACE_PX = 150;
const CANDLE_RATIO = 1.6;
/** How much larger than their least cards may be on a tablet, the largest that fits first. */
const UPRIGHT_GROWTHS = [1.55, 1.45, 1.35, 1.25, 1.15, 1.05];
/** By which a Place may be higher where a small screen has room. */
const MAX_PLACE_GROWTH_PX = 46;

const heightOf = (cardWidth: number) => Math.round(cardWidth * CARD_RATIO);

export function deskZones(shell: ShellZones, seats: number, seated: boolean): DeskZones {
  const width = Math.round(shell.board.width / shell.scale);
  const height = Math.round(shell.board.height / shell.scale);
  const rivals = seated ? seats - 1 : seats;
  switch (shell.layout) {
    case 'desktop':
      return seated && !shell.hand.height
        ? { ...desktop(width, height - POOL_PX, rivals, seated), height, pool: POOL_PX }
        : desktop(width, height, rivals, seated);
    case 'upright': {
      const grown = (growth: number) =>
        column(width, height, rivals, seated, {
          card: Math.round(64 * growth),
          own: Math.round(76 * growth),
          plate: rivals > 1 ? 42 : 50,
          place: Math.round(104 * growth),
        });
      return UPRIGHT_GROWTHS.map(grown).find((zones) => zones.height <= height) ?? grown(1);
    }
    case 'phone':
      return column(width, height, rivals, seated, {
        card: Math.floor((width - 16) / 6.1),
        own: Math.floor((width - 16) / 6.1),
        plate: rivals > 1 ? 42 : 46,
        place: rivals > 1 ? 67 : 80,
      });
    case 'sideways':
      return sideways(width, height, rivals, seated);
  }
}

interface Band {
  zones: RivalZones[];
  height: number;
}

/** Players beside each other: one has the plate beside the cards, several have it over them. */
function bandOf(
  count: number,
  top: number,
  width: number,
  rival: number,
  sizes: DeskSizes,
  rows: number,
): Band {
  const row = heightOf(rival);
  if (count === 1) {
    const x = sizes.side + PLATE_WIDTH_PX + 36;
    const zone = {
      plate: { x: sizes.side, y: top, width: PLATE_WIDTH_PX, height: row + 2 },
      cards: { x, y: top, width: width - x - sizes.side - CANDLE_ROOM_PX, height: row },
      rows: 1,
    };
    return { zones: [zone], height: row + 2 };
  }
  const blockWidth = (width - 2 * EDGE_PX - (count - 1) * BETWEEN_RIVALS_PX) / count;
  const y = top + sizes.plate + PLATE_GAP_PX;
  const cardsHeight = rows * row + (rows - 1) * GAP_PX;
  const zones = Array.from({ length: count }, (_, index) => {
    const x = EDGE_PX + index * (blockWidth + BETWEEN_RIVALS_PX);
    return {
      plate: { x, y: top, width: blockWidth, height: sizes.plate },
      cards: { x, y, width: blockWidth, height: cardsHeight },
      rows,
    };
  });
  return { zones, height: sizes.plate + PLATE_GAP_PX + cardsHeight };
}

/** The height of Places, which are never higher than wide: `room` is what they and what lies right of
 * them share. */
function landscapeHeight(usual: number, room: number): number {
  const high = Math.floor(room / (PLACES + HIGH_RIGHT_RATIO));
  if (Math.min(usual, high) > HIGH_PLACE_PX) return Math.min(usual, high);
  return Math.min(usual, Math.floor(room / (PLACES + LOW_RIGHT_RATIO)));
}

function desktop(width: number, height: number, rivals: number, seated: boolean): DeskZones {
  const sizes = height < LOW_DESK_PX || (!seated && rivals > 2 && height < 700) ? LOW : FULL;
  /** Watched, players sit on both sides of the centre. */
  const above = seated ? rivals : Math.ceil(rivals / 2);
  const below = rivals - above;
  const across = Math.max(0, Math.min(above, 3) - 1);
  const own = sizes.own[across] ?? 104;
  const rival = sizes.rival[across] ?? 66;
  const top = bandOf(above, TOP_PX, width, rival, sizes, above > 2 ? 2 : 1);
  const rivalsEnd = TOP_PX + top.height;
  const foot = seated ? heightOf(own) : below && bandOf(below, 0, width, rival, sizes, 1).height;
  const free = height - rivalsEnd - foot;
  const usual = Math.min(sizes.place[across] ?? 124, free - 36);
  const widest = width - 2 * sizes.side - BESIDE_PLACES_PX - PLACES * PLACE_GAP_PX;
  const placeHeight = Math.max(84, landscapeHeight(usual, widest));
  const gap = Math.min(MAX_GAP_PX, (free - placeHeight) / 3);
  const y = Math.round(rivalsEnd + gap);
  const isHigh = placeHeight > HIGH_PLACE_PX;
  const rightWidth = Math.round(placeHeight * (isHigh ? HIGH_RIGHT_RATIO : LOW_RIGHT_RATIO));
  const placesWidth = width - 2 * sizes.side - rightWidth - BESIDE_PLACES_PX;
  const pitch = placesWidth / PLACES;
  const right = width - sizes.side - rightWidth;
  const monument = Math.round(placeHeight * (isHigh ? 0.38 : 0.48));
  const monumentsHeight = isHigh ? heightOf(monument) + 36 : placeHeight;
  const rackWidth = Math.round(placeHeight * 0.7);
  const monumentsWidth = isHigh ? rightWidth : rightWidth - rackWidth - BETWEEN_RIVALS_PX;
  const after = y + placeHeight;
  const footY = Math.round(after + (height - after - foot) / 2);
  const itemsHeight = placeHeight - monumentsHeight - GAP_PX;
  return {
    width,
    height,
    rival,
    own,
    rivals: [...top.zones, ...(below ? bandOf(below, footY, width, rival, sizes, 1).zones : [])],
    carousel: undefined,
    centre: { y: y - 11, height: placeHeight + 22 },
    places: { x: sizes.side, y, width: placesWidth, height: placeHeight },
    place: { width: Math.floor(pitch - PLACE_GAP_PX), height: placeHeight, pitch, columns: PLACES },
    monuments: { x: right, y, width: monumentsWidth, height: monumentsHeight },
    monument,
    items: isHigh
      ? { x: right, y: y + monumentsHeight + GAP_PX, width: rightWidth, height: itemsHeight }
      : { x: right + rightWidth - rackWidth, y, width: rackWidth, height: placeHeight },
    item: isHigh
      ? { rows: 1, width: Math.min(40, itemsHeight - 10, rightWidth / MAX_ITEMS - 5) }
      : { rows: 3, width: Math.max(MIN_ITEM_PX, Math.round(placeHeight * 0.2)) },
    ownRow: seated
      ? {
          x: sizes.side + CANDLE_ROOM_PX,
          y: footY,
          width: width - 2 * sizes.side - CANDLE_ROOM_PX - EDGE_PX,
          height: heightOf(own),
        }
      : undefined,
    ownRows: 1,
    draft: seated
      ? {
          x: sizes.side + CANDLE_ROOM_PX,
          y: after + 2,
          width: width - 2 * (sizes.side + CANDLE_ROOM_PX),
          height: height - after - 8,
        }
      : undefined,
    candle: seated
      ? {
          x: sizes.side,
          y: footY - 2,
          width: Math.round(own * 0.54),
          height: Math.round(own * 0.54 * CANDLE_RATIO),
        }
      : undefined,
    pool: undefined,
  };
}

interface ColumnSizes {
  card: number;
  own: number;
  plate: number;
  place: number;
}

/** One below the other, as on a phone: it may be scrolled, but the pool stays above the ribbon. */
function column(
  width: number,
  height: number,
  rivals: number,
  seated: boolean,
  sizes: ColumnSizes,
): DeskZones {
  const { card, own, plate } = sizes;
  const side = 6;
  const room = width - 2 * side;
  const isNarrow = width < 600;
  const isWide = width >= 700;
  const cardsHeight = heightOf(card);
  const columns = isNarrow ? 3 : PLACES;
  const placeRows = Math.ceil(PLACES / columns);
  const itemsHeight = isNarrow ? 42 : 106;
  const ownRows = isWide ? 1 : 2;
  const ownHeight = seated ? ownRows * heightOf(own) + (ownRows - 1) * GAP_PX : 0;
  const pool = seated ? POOL_PX : undefined;

  const zones: RivalZones[] = [];
  let y = 8;
  for (let index = 0; index < rivals; index += 1) {
    const cards = { x: side, y: y + plate + 8, width: room, height: cardsHeight };
    zones.push({ plate: { x: side, y, width: room, height: plate }, cards, rows: 1 });
    y += plate + (isNarrow ? 5 : cardsHeight + 14);
  }
  const carousel = isNarrow ? { x: 0, y: y + 3, width, height: cardsHeight } : undefined;
  if (carousel) y += cardsHeight + 11;

  // What is left makes Places higher, then parts the bands.
  const used = y + placeRows * (sizes.place + 6) + itemsHeight + 8 + ownHeight + 8 + (pool ?? 0);
  const free = Math.max(0, height - used);
  const place = sizes.place + Math.floor(Math.min(free / placeRows / 2, MAX_PLACE_GROWTH_PX));
  const gap = Math.floor((free - placeRows * (place - sizes.place)) / 3);
  y += gap;
  const pitch = room / columns;
  const top = y;
  const places = { x: side, y, width: room, height: placeRows * (place + 6) - 6 };
  // On a narrow board the monuments take what the last row of Places leaves.
  const monuments = isNarrow
    ? { x: side + 2 * pitch, y: y + place + 6, width: pitch - 5, height: place }
    : { x: side, y: y + places.height + 6, width: Math.min(300, room / 2), height: itemsHeight };
  y += places.height + 6;
  const right = monuments.x + monuments.width + GAP_PX;
  const items = isNarrow
    ? { x: side, y, width: room, height: itemsHeight }
    : { x: right, y, width: width - side - right, height: itemsHeight };
  const centre = { y: top - 5, height: y + itemsHeight + 4 - top };
  y += itemsHeight + 8 + gap;
  return {
    width,
    height: Math.max(height, used),
    rival: card,
    own,
    rivals: zones,
    carousel,
    centre,
    places,
    place: { width: Math.floor(pitch - 5), height: place, pitch, columns },
    monuments,
    monument: Math.floor(
      Math.min(66, (monuments.width - 30) / 3, (monuments.height - 4) / CARD_RATIO),
    ),
    items,
    item: { rows: 1, width: isNarrow ? 32 : 50 },
    ownRow: seated ? { x: side, y, width: room, height: ownHeight } : undefined,
    ownRows,
    draft: undefined,
    candle: undefined,
    pool,
  };
}

const SIDE_COLUMN_PX = 190;

/** On a phone held on its side: plates in a column at the left; beside them unclaimed components,
 * then the own row. What rivals have in play, and the items, are scrolled to: a plate leads there. */
function sideways(width: number, height: number, rivals: number, seated: boolean): DeskZones {
  const card = 50;
  const cardsHeight = heightOf(card);
  const gap = 6;
  const x = SIDE_COLUMN_PX + gap;
  const room = width - x - gap;
  const pool = seated ? POOL_PX : undefined;
  const visible = height - (pool ?? 0);
  const plate = Math.min(60, Math.floor((visible - 4) / rivals) - 4);
  const monumentsWidth = 118;
  const place = 74;
  const pitch = (room - monumentsWidth - gap) / PLACES;
  const ownTop = place + 12;
  const carouselTop = seated ? ownTop + cardsHeight + gap : ownTop;
  const carousel = { x: x - gap, y: carouselTop, width: room + gap, height: cardsHeight };
  const itemsTop = carouselTop + cardsHeight + gap;
  const items = { x, y: itemsTop, width: room, height: 42 };
  return {
    width,
    height: Math.max(height, itemsTop + items.height + gap + (pool ?? 0)),
    rival: card,
    own: card,
    rivals: Array.from({ length: rivals }, (_, index) => ({
      plate: { x: 4, y: 4 + index * (plate + 4), width: SIDE_COLUMN_PX - 8, height: plate },
      cards: carousel,
      rows: 1,
    })),
    carousel,
    centre: { y: 0, height: place + 8 },
    places: { x, y: 4, width: room - monumentsWidth - gap, height: place },
    place: { width: Math.floor(pitch - 5), height: place, pitch, columns: PLACES },
    monuments: { x: width - monumentsWidth - gap, y: 4, width: monumentsWidth, height: place },
    monument: 34,
    items,
    item: { rows: 1, width: 32 },
    ownRow: seated ? { x, y: ownTop, width: room, height: cardsHeight } : undefined,
    ownRows: 1,
    draft: undefined,
    candle: undefined,
    pool,
  };
}
