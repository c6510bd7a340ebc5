"""Pieces: movement from tile to tile by any means, and the effects of arriving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT
from engine.ascended_kings.gems import DIRE, by_name, count_core
from engine.ascended_kings.pools import acquire, clear, refill, tell_lacking
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import pick_up, wound
from engine.core.chance import draw

_EVENT_KEYS = {
    "aria": "moved",
    "walk": "walked",
    "teleport": "teleported",
    "bridge": "bridged",
    "push": "pushed",
    "pull": "pulled",
}
"""The key of the event, by the cause of a step."""


async def move_piece(
    table: KingsTable, character: Character, tile: int, how: str, by: Character | None = None
) -> None:
    """Move a piece one step, or set it down elsewhere, and resolve its arrival."""
    start, character.tile = character.tile, tile
    mover: dict[str, Any] = {"by": by.seat} if by else {}
    table.tell(
        _EVENT_KEYS[how],
        affects=(character.seat,),
        seat=character.seat,
        start=start,
        tile=tile,
        how=how,
        **mover,
    )
    await arrive(table, character, by)


async def arrive(table: KingsTable, character: Character, by: Character | None = None) -> None:
    """A piece arrives on a tile: it burns there, then collects.

    An opponent gets the credit for what their ability burns (R42).
    """
    if table.ground.burning[character.tile]:
        await wound(table, character, 1, "fire", killer=by)
    if character.on_board:
        await collect(table, character)


async def collect(table: KingsTable, character: Character) -> None:
    """Take everything on one's own tile in the rulebook's order."""
    if character.tile == table.omega:
        claim(table, character)
        return
    pick_up(table, character)
    if character.tile in table.heaps:
        await _collect_gems(table, character, character.tile)


async def _collect_gems(table: KingsTable, character: Character, tile: int) -> None:
    """Dire first, as wounds without credit to any player; then Ylem, then Core gems."""
    heap = table.heaps[tile]
    table.tell(
        "collects", affects=(character.seat,), seat=character.seat, tile=tile, gems=by_name(heap)
    )
    dire, heap[DIRE] = heap[DIRE], 0
    table.supply[DIRE] += dire
    clear(table, tile)
    await wound(table, character, dire, "tile")
    if character.on_board:
        refill(table, character)
        if count_core(heap):
            await acquire(table, character, [*heap[:3], 0, 0], heap)
            clear(table, tile)


def claim(table: KingsTable, character: Character) -> None:
    """A character with a Bloodstone is on the Omega Stone: the game ends at once."""
    table.claimed = character.seat
    table.phase = "over"
    table.tell("claimed", affects=(character.seat,), seat=character.seat)


def is_in_play(table: KingsTable, character: Character) -> bool:
    """Whether the piece is still in play: it is alive and the game is not over."""
    return character.tile >= 0 and table.phase != "over"


def roll_tile(table: KingsTable) -> int:
    """Roll the percentile dice; the nearest tile outside the fire."""
    rolled = draw(table, 100)
    tile = table.ground.nearest[rolled]
    nearest_args: dict[str, Any] = {} if tile == rolled else {"nearest": tile}
    table.tell("rolled_tile", tile=rolled, **nearest_args)
    return tile


async def put_gems(table: KingsTable, tile: int, gems: Sequence[int]) -> None:
    """Put gems from the supply on a tile, as far as available (R22); a piece there collects
    them.
    """
    placed = [min(count, table.supply[kind]) for kind, count in enumerate(gems)]
    if not any(placed):
        return
    heap = table.heaps.setdefault(tile, [0] * 5)
    for kind, count in enumerate(placed):
        table.supply[kind] -= count
        heap[kind] += count
    table.tell("put", tile=tile, gems=by_name(placed))
    tell_lacking(
        table, [count - placed_count for count, placed_count in zip(gems, placed, strict=True)]
    )
    occupant = table.standing_on(tile)
    if occupant:
        await collect(table, occupant)


# Relocation by abilities


async def swap(table: KingsTable, me: Character, target: Character) -> None:
    """Both pieces change places at once; then the caster arrives, then the target."""
    me.tile, target.tile = target.tile, me.tile
    table.tell(
        "swapped", affects=(me.seat, target.seat), seat=me.seat, target=target.seat,
        tile=me.tile, other=target.tile,
    )  # fmt: skip
    await arrive(table, me)
    if is_in_play(table, target):
        await arrive(table, target, me)


async def slide(
    table: KingsTable, target: Character, tiles: Iterable[int], how: str, by: Character
) -> None:
    """Push or pull a piece over tiles, one at a time, until it dies or the game ends."""
    for tile in tiles:
        if not is_in_play(table, target):
            return
        await move_piece(table, target, tile, how, by)


def push_path(table: KingsTable, me: Character, target: Character) -> list[int]:
    """The tiles that a target can be pushed over, straight away from the caster.

    Entering a strip from the arena ends the slide; from a burning tile it may continue along the
    same strip.
    """
    direction = arena.direction(me.tile, target.tile)
    ground = table.ground
    path: list[int] = []
    current = target.tile
    while True:
        tile = arena.beyond(current, direction)
        if tile < 0 or ground.behind[tile] or not table.may_enter(target, tile):
            return path
        if (
            ground.burning[current]
            and ground.burning[tile]
            and not _same_strip(table, current, tile)
        ):
            return path
        path.append(tile)
        if ground.burning[tile] and not ground.burning[current]:
            return path
        current = tile


def _same_strip(table: KingsTable, first: int, second: int) -> bool:
    strips = [arena.strip(edge, index) for edge, index in enumerate(table.walls)]
    return any(first in strip and second in strip for strip in strips)


def pull_path(table: KingsTable, me: Character, target: Character) -> list[int]:
    """The tiles from a target in the caster's row or column to the caster, as far as it may enter
    them.
    """
    direction = arena.direction(target.tile, me.tile)
    path: list[int] = []
    tile = arena.beyond(target.tile, direction)
    while tile != me.tile and table.may_enter(target, tile):
        path.append(tile)
        tile = arena.beyond(tile, direction)
    return path


def places_beside(table: KingsTable, me: Character, target: Character) -> list[int]:
    """Where a pull ends: the free tiles adjacent to the caster that are nearest to the target.

    Along a row or column that is the tile on the way, provided that the whole way is free.
    """
    if arena.cardinal(me.tile, target.tile):
        path = pull_path(table, me, target)
        return path[-1:] if path and path[-1] in ADJACENT[me.tile] else []
    free = [
        tile
        for tile in ADJACENT[me.tile]
        if not table.ground.behind[tile] and table.may_enter(target, tile)
    ]
    nearest = min((_square_distance(tile, target.tile) for tile in free), default=0)
    return sorted(tile for tile in free if _square_distance(tile, target.tile) == nearest)


def _square_distance(first: int, second: int) -> int:
    """The square of the distance between two centres."""
    return (first // 10 - second // 10) ** 2 + (first % 10 - second % 10) ** 2
