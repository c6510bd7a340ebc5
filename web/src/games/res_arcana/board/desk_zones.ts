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
  places: Rect;
  /** Of one Place of Power. */
  place: { width: number; height: number; pitch: number; columns: number };
  monuments: Rect;
  items: Rect;
  ownRow: Rect | undefined;
  ownRows: number;
  /** The height of what there is to pay with, where that does not lie beside the hand. */
  pool: number | undefined;
}

export const CARD_RATIO = 1.4;
export const GAP_PX = 8;
const PLACES = 5;
const POOL_PX = 56;
/** Below this height of a board there is less of everything. */
const LOW_BOARD_PX = 640;

/** By the number of rivals: widths of own and rivals' cards, and the height of a Place. */
const LOW = { own: [112, 112, 112, 104], rival: [84, 84, 84, 66], place: [190, 160, 150, 112] };
const FULL = { own: [120, 120, 112, 104], rival: [92, 92, 92, 70], place: [220, 214, 190, 146] };
const SIDE_PX = 20;
const EDGE_PX = 10;
const PLATE_PX = { tall: 262, low: 40, full: 48 };

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
    case 'upright':
      return column(width, height, rivals, seated, { card: 76, own: 88, plate: 44, place: 104 });
    case 'phone':
      return column(width, height, rivals, seated, {
        card: Math.floor((width - 16) / 5.4),
        own: Math.floor((width - 16) / 5.4),
        plate: 42,
        place: 84,
      });
    case 'sideways':
      return column(width, height, rivals, seated, { card: 56, own: 60, plate: 40, place: 80 });
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
  plate: number,
  rows: number,
): Band {
  const row = heightOf(rival);
  if (count === 1) {
    const x = SIDE_PX + PLATE_PX.tall + 24;
    const zone = {
      plate: { x: SIDE_PX, y: top, width: PLATE_PX.tall, height: row },
      cards: { x, y: top, width: width - x - SIDE_PX, height: row },
      rows: 1,
    };
    return { zones: [zone], height: row };
  }
  const blockWidth = (width - 32 - (count - 1) * 12) / count;
  const y = top + plate + 8;
  const cardsHeight = rows * row + (rows - 1) * GAP_PX;
  const zones = Array.from({ length: count }, (_, index) => {
    const x = 16 + index * (blockWidth + 12);
    return {
      plate: { x, y: top, width: blockWidth, height: plate },
      cards: { x: x + 4, y, width: blockWidth - 8, height: cardsHeight },
      rows,
    };
  });
  return { zones, height: plate + 8 + cardsHeight };
}

function desktop(width: number, height: number, rivals: number, seated: boolean): DeskZones {
  const sizes = height < LOW_BOARD_PX && (height < 560 || !seated) ? LOW : FULL;
  /** Watched, players sit on both sides of the centre. */
  const above = seated ? rivals : Math.ceil(rivals / 2);
  const below = rivals - above;
  const own = sizes.own[Math.min(above, 3)] ?? 104;
  const rival = sizes.rival[Math.min(above, 3)] ?? 66;
  const plate = sizes === LOW ? PLATE_PX.low : PLATE_PX.full;
  const top = bandOf(above, EDGE_PX, width, rival, plate, above > 2 ? 2 : 1);
  const after = EDGE_PX + top.height;
  const foot = seated ? heightOf(own) : below && bandOf(below, 0, width, rival, plate, 1).height;
  const gaps = seated ? 3 : 2;
  const room = height - after - foot - (seated ? 0 : EDGE_PX);
  const placeHeight = Math.max(
    80,
    Math.min(sizes.place[Math.min(above, 3)] ?? 112, room - gaps * 10),
  );
  const gap = Math.min(seated ? 30 : 60, (room - placeHeight) / gaps);
  const rightWidth = Math.round(Math.min(width * 0.3, placeHeight > 150 ? 340 : 400));
  const y = Math.round(after + gap);
  const placesWidth = width - 2 * SIDE_PX - rightWidth - 20;
  const pitch = placesWidth / PLACES;
  const right = width - SIDE_PX - rightWidth;
  const stacked = placeHeight > 150;
  const monumentsHeight = stacked ? Math.round(placeHeight * 0.6) : placeHeight;
  const monumentsWidth = stacked ? rightWidth : Math.round(rightWidth * 0.56);
  const end = Math.round(y + placeHeight + gap);
  return {
    width,
    height,
    rival,
    own,
    rivals: [...top.zones, ...(below ? bandOf(below, end, width, rival, plate, 1).zones : [])],
    places: { x: SIDE_PX, y, width: placesWidth, height: placeHeight },
    place: { width: Math.floor(pitch - 10), height: placeHeight, pitch, columns: PLACES },
    monuments: { x: right, y, width: monumentsWidth, height: monumentsHeight },
    items: stacked
      ? {
          x: right,
          y: y + monumentsHeight + GAP_PX,
          width: rightWidth,
          height: placeHeight - monumentsHeight - GAP_PX,
        }
      : {
          x: right + monumentsWidth + GAP_PX,
          y,
          width: rightWidth - monumentsWidth - GAP_PX,
          height: placeHeight,
        },
    ownRow: seated
      ? { x: SIDE_PX, y: end, width: width - 2 * SIDE_PX, height: heightOf(own) }
      : undefined,
    ownRows: 1,
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
  { card, own, plate, place }: ColumnSizes,
): DeskZones {
  const side = 6;
  const room = width - 2 * side;
  const rows = rivals > 1 || width >= 700 ? 1 : 2;
  const zones: RivalZones[] = [];
  let y = 4;
  for (let index = 0; index < rivals; index += 1) {
    const cardsHeight = rows * heightOf(card) + (rows - 1) * 4;
    zones.push({
      plate: { x: side, y, width: room, height: plate },
      cards: { x: side, y: y + plate + 4, width: room, height: cardsHeight },
      rows,
    });
    y += plate + cardsHeight + 10;
  }
  const columns = width >= 600 ? PLACES : 3;
  const placeRows = Math.ceil(PLACES / columns);
  const pitch = room / columns;
  const places = { x: side, y, width: room, height: placeRows * (place + 6) - 6 };
  // On a narrow board the monuments take what the last row of Places leaves.
  const beside = columns < PLACES;
  const monuments = beside
    ? { x: side + 2 * pitch, y: y + place + 6, width: pitch, height: place }
    : { x: side, y: y + places.height + 6, width: room * 0.5, height: 84 };
  y += places.height + 6;
  const items = beside
    ? { x: side, y, width: room, height: 56 }
    : { x: side + room * 0.5 + 8, y, width: room * 0.5 - 8, height: 84 };
  y += items.height + 8;
  const ownRows = width >= 700 ? 1 : 2;
  const ownRow = seated
    ? { x: side, y, width: room, height: ownRows * heightOf(own) + (ownRows - 1) * 4 }
    : undefined;
  const pool = seated ? POOL_PX : undefined;
  const end = y + (ownRow?.height ?? 0) + 8 + (pool ?? 0);
  return {
    width,
    height: Math.max(height, end),
    rival: card,
    own,
    rivals: zones,
    places,
    place: { width: Math.floor(pitch - 5), height: place, pitch, columns },
    monuments,
    items,
    ownRow,
    ownRows,
    pool,
  };
}
