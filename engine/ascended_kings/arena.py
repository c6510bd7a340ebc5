"""The Immolation Board: a hundred tiles; adjacency, line of sight and fire. Pure functions.

A tile is its printed number 00-99: the tens are the row (0 on top), the units the column (0 on the
left). Walls are four numbers in the order top, right, bottom, left: the distance of the strip from
its own edge, or -1 while it is not on the board.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

SIDE = 10
TILES = range(SIDE * SIDE)
EDGES = ("top", "right", "bottom", "left")
TOP, RIGHT, BOTTOM, LEFT = range(4)

_STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
_SLANTED = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def _around(tile: int, steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    row, column = divmod(tile, SIDE)
    return tuple(
        SIDE * (row + down) + column + right
        for down, right in steps
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE
    )


ADJACENT = tuple(_around(tile, _STRAIGHT) for tile in TILES)
"""The tiles that share an edge with each tile."""
DIAGONAL = tuple(_around(tile, _SLANTED) for tile in TILES)
"""The tiles that share only a corner with it."""
SURROUNDING = tuple(ADJACENT[tile] + DIAGONAL[tile] for tile in TILES)


def name(tile: int) -> str:
    """The public id of a tile: "t07"."""
    return f"t{tile:02d}"


NAMES = tuple(name(tile) for tile in TILES)


# Lines


def cardinal(start: int, end: int) -> bool:
    """Whether two tiles lie in one row or column."""
    return start // SIDE == end // SIDE or start % SIDE == end % SIDE


def distance(start: int, end: int) -> int:
    """Steps between two tiles when diagonals count as one."""
    return max(abs(start // SIDE - end // SIDE), abs(start % SIDE - end % SIDE))


def walk(start: int, end: int) -> int:
    """Steps between two tiles along rows and columns."""
    return abs(start // SIDE - end // SIDE) + abs(start % SIDE - end % SIDE)


def direction(start: int, end: int) -> tuple[int, int]:
    """The signs of the direction from one tile to another, down and right."""
    down, right = end // SIDE - start // SIDE, end % SIDE - start % SIDE
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def beyond(tile: int, direction: tuple[int, int]) -> int:
    """The next tile in that direction, or -1 past the edge of the board."""
    row, column = tile // SIDE + direction[0], tile % SIDE + direction[1]
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else -1


@cache
def crossed(start: int, end: int) -> tuple[int, ...]:
    """The tiles whose interior the line between two centres crosses; corners are points (R34)."""
    return tuple(t for t in TILES if t not in (start, end) and _passes(start, end, t))


def _passes(start: int, end: int, tile: int) -> bool:
    row, column = divmod(start, SIDE)
    down, right = end // SIDE - row, end % SIDE - column
    tile_down, tile_right = tile // SIDE - row, tile % SIDE - column
    if not (min(down, 0) <= tile_down <= max(down, 0)):
        return False
    if not (min(right, 0) <= tile_right <= max(right, 0)):
        return False
    sides = [
        right * (2 * tile_down + a) - down * (2 * tile_right + b) for a in (-1, 1) for b in (-1, 1)
    ]
    return min(sides) < 0 < max(sides)


def in_sight(start: int, end: int, pieces: Iterable[int]) -> bool:
    """Whether no other piece stands in the line of sight."""
    between = crossed(start, end)
    return not any(piece in between for piece in pieces)


# Fire


class Ground(Struct, frozen=True):
    """The ground that the walls leave: the arena's rows and columns, and a mark for each tile.

    `covered` tiles are in or behind a strip, `behind` ones outside a strip, `burning` ones in a
    strip and behind none; `scorched` ones burn or share an edge with a strip. `nearest` is the
    arena tile that the Proximity Rules lead to.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    covered: tuple[bool, ...]
    behind: tuple[bool, ...]
    burning: tuple[bool, ...]
    scorched: tuple[bool, ...]
    nearest: tuple[int, ...]
    arena: tuple[int, ...]


def ground(walls: Sequence[int]) -> Ground:
    """The ground that these walls leave."""
    return _ground(*walls)


@lru_cache(maxsize=1024)
def _ground(top: int, right: int, bottom: int, left: int) -> Ground:
    rows, columns = (top + 1, SIDE - 2 - bottom), (left + 1, SIDE - 2 - right)
    covered = tuple(
        not (rows[0] <= t // SIDE <= rows[1] and columns[0] <= t % SIDE <= columns[1])
        for t in TILES
    )
    behind = tuple(
        t // SIDE < top
        or t // SIDE > SIDE - 1 - bottom
        or t % SIDE < left
        or t % SIDE > SIDE - 1 - right
        for t in TILES
    )
    burning = tuple(covered[t] and not behind[t] for t in TILES)
    strips = {
        t for edge, index in enumerate((top, right, bottom, left)) for t in strip(edge, index)
    }
    scorched = tuple(
        burning[t] or (not covered[t] and any(n in strips for n in ADJACENT[t])) for t in TILES
    )
    nearest = tuple(_nearest(t, rows, columns) for t in TILES)
    arena = tuple(t for t in TILES if not covered[t])
    return Ground(rows, columns, covered, behind, burning, scorched, nearest, arena)


def _nearest(tile: int, rows: tuple[int, int], columns: tuple[int, int]) -> int:
    """Straight in when one axis is outside, to the corner of the arena when both are (R60)."""
    row = min(max(tile // SIDE, rows[0]), rows[1])
    column = min(max(tile % SIDE, columns[0]), columns[1])
    return SIDE * row + column


def strip(edge: int, index: int) -> tuple[int, ...]:
    """The ten tiles of a strip; none for a wall that is not on the board."""
    if index < 0:
        return ()
    if edge == TOP:
        return tuple(range(SIDE * index, SIDE * index + SIDE))
    if edge == BOTTOM:
        return strip(TOP, SIDE - 1 - index)
    column = index if edge == LEFT else SIDE - 1 - index
    return tuple(range(column, SIDE * SIDE, SIDE))


def open_lines(walls: Sequence[int], edge: int) -> int:
    """The number of uncovered lines between a wall and the opposite wall or edge."""
    return SIDE - (walls[edge] + 1) - (walls[(edge + 2) % 4] + 1)


def outer_edge(tile: int) -> int:
    """The nearest tile on the edge of the board; the corner between two edges as near (R69)."""
    row, column = divmod(tile, SIDE)
    distances = {TOP: row, RIGHT: SIDE - 1 - column, BOTTOM: SIDE - 1 - row, LEFT: column}
    near = [edge for edge in distances if distances[edge] == min(distances.values())]
    row = 0 if TOP in near else SIDE - 1 if BOTTOM in near else row
    column = 0 if LEFT in near else SIDE - 1 if RIGHT in near else column
    return SIDE * row + column


def landing_tiles(anchor: int, pieces: Sequence[int], barred: Container[int]) -> list[int]:
    """Where a returning piece may be placed, given the anchor of its roll.

    `barred` are the covered tiles and that of the Omega Stone. If every tile around the anchor is
    occupied, it may be placed around the pieces there, and so on.
    """
    reach = [anchor, *SURROUNDING[anchor]]
    while True:
        free = sorted(t for t in reach if t not in pieces and t not in barred)
        if free:
            return free
        near = [piece for piece in pieces if piece in reach]
        reach = sorted({*reach, *(t for piece in near for t in SURROUNDING[piece])})
