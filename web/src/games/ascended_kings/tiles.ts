/** The hundred tiles: their ids, what lies where, and the shapes of ranges. No rules. */

import type { ArenaState, Edge, KingsView } from './view';

export const SIDE = 10;

export interface Place {
  row: number;
  column: number;
}

/** All tiles as they are printed, row by row. */
export const TILES: string[] = Array.from({ length: SIDE * SIDE }, (_, tile) => idOf(tile));

export function idOf(tile: number): string {
  return `t${String(tile).padStart(2, '0')}`;
}

export function tileNumber(id: string): string {
  return id.slice(1);
}

export function positionOf(id: string): Place {
  return { row: Number(id.charAt(1)), column: Number(id.charAt(2)) };
}

/** Shapes of ranges, as printed on cards. */
export type Shape = 'adjacent' | 'surrounding' | 'cardinal' | 'near' | 'any';

export interface Reach {
  shape: Shape;
  /** Tiles, for near. */
  distance?: number;
  /** Whether no piece may stand in between. */
  sight?: boolean;
}

const IS_WITHIN: Record<Shape, (down: number, right: number, distance: number) => boolean> = {
  adjacent: (down, right) => down + right === 1,
  surrounding: (down, right) => Math.max(down, right) === 1,
  near: (down, right, distance) => Math.max(down, right) <= distance,
  cardinal: (down, right) => down === 0 || right === 0,
  any: () => true,
};

/** The tiles of a shape around a tile, without itself. */
export function shapeAround(id: string, shape: Shape, distance = 1): Set<string> {
  const centre = positionOf(id);
  const isWithin = IS_WITHIN[shape];
  return new Set(
    TILES.filter((tile) => {
      const { row, column } = positionOf(tile);
      return (
        tile !== id &&
        isWithin(Math.abs(row - centre.row), Math.abs(column - centre.column), distance)
      );
    }),
  );
}

/** Whether a word from the catalogue names a shape. */
export function isShape(word: unknown): word is Shape {
  return typeof word === 'string' && word in IS_WITHIN;
}

export type Ground = 'arena' | 'fire' | 'ash';

/** Whether a tile is free, in a wall of fire, or behind one. */
export function groundOf(id: string, arena: ArenaState): Ground {
  const { row, column } = positionOf(id);
  const above = arena.top - row;
  const below = row - arena.bottom;
  const before = arena.left - column;
  const after = column - arena.right;
  const depth = Math.max(above, below, before, after);
  return depth <= 0 ? 'arena' : depth === 1 ? 'fire' : 'ash';
}

/** How many lines at each edge lie behind its wall. */
export function linesLost(arena: ArenaState): Record<Edge, number> {
  const behind = (open: number) => Math.max(0, open - 1);
  return {
    top: behind(arena.top),
    right: behind(SIDE - 1 - arena.right),
    bottom: behind(SIDE - 1 - arena.bottom),
    left: behind(arena.left),
  };
}

/** Fire walls stop when only so many lines are left between two of them. */
const MIN_OPEN_LINES = 3;

/** A line of tiles, counted from its edge. */
interface EdgeLine {
  edge: Edge;
  line: number;
}

const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

/** The tiles of a line. */
function tilesOn({ edge, line }: EdgeLine): string[] {
  const far = SIDE - 1 - line;
  return TILES.filter((id) => {
    const { row, column } = positionOf(id);
    return { top: row === line, bottom: row === far, left: column === line, right: column === far }[
      edge
    ];
  });
}

/** The lines that a wall of fire may take at the end of this round: the next one of each edge that is
 * not in deadlock. The rules make all of that public. */
export function linesFireMayTake({ arena, index }: KingsView): EdgeLine[] {
  if (!index) return [];
  const rows = arena.bottom - arena.top + 1;
  const columns = arena.right - arena.left + 1;
  return EDGES.flatMap((edge) => {
    const wall = Object.values(arena.walls).find((wall) => wall.edge === edge);
    const open = edge === 'top' || edge === 'bottom' ? rows : columns;
    const next = { edge, line: wall ? wall.index + 1 : 0 };
    const isBarred = tilesOn(next).some((id) => arena.tiles[id]?.bloodstones);
    return wall?.deadlock || open <= MIN_OPEN_LINES || isBarred ? [] : [next];
  });
}
