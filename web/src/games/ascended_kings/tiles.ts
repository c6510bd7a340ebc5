/** The hundred tiles: their ids, what lies where, and the shapes of ranges. No rules. */

import type { ArenaState, KingsView } from './view';

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

/** Rows that a notice covers. */
const COVERED_ROWS = 2;

/** The end of the arena where a notice covers less: pieces, and after them gems. */
export function emptierEnd(table: KingsView): 'top' | 'bottom' {
  const pieces = Object.values(table.players).flatMap(({ tile }) => tile ?? []);
  const gems = Object.keys(table.arena.tiles);
  const top = (tiles: string[]) => tiles.filter((id) => positionOf(id).row < COVERED_ROWS).length;
  const bottom = (tiles: string[]) =>
    tiles.filter((id) => positionOf(id).row >= SIDE - COVERED_ROWS).length;
  const difference = bottom(pieces) - top(pieces) || bottom(gems) - top(gems);
  return difference > 0 ? 'top' : 'bottom';
}
