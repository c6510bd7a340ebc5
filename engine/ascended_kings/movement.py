"""Aria Movement and the Escape Cost."""

from __future__ import annotations

from functools import lru_cache

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, SURROUNDING
from engine.ascended_kings.gems import ARIA, DIRE, EGIS
from engine.ascended_kings.instants import Move
from engine.ascended_kings.pieces import move_piece
from engine.ascended_kings.pools import expend
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import Option


def step_options(table: KingsTable, me: Character) -> list[Move]:
    """The steps that the player has enough Aria and Egis for."""
    if not me.pool[ARIA]:
        return []
    egis, heaps, burning = me.pool[EGIS], table.heaps, table.ground.burning
    options = []
    for tile in destinations(table, me):
        escape = escape_cost(table, me, tile)
        if escape <= egis:
            dire = heaps[tile][DIRE] if tile in heaps else 0
            options.append(_move(tile, escape, burning[tile] + dire))
    return options


def destinations(table: KingsTable, me: Character) -> list[int]:
    """Where Aria Movement may lead, regardless of its cost.

    Into the arena if possible; from a burning tile without a way out also along the fire (R40,
    R41).
    """
    ground = table.ground
    free = free_around(table, me, me.tile)
    exits = [tile for tile in free if not ground.covered[tile]]
    if exits or not ground.burning[me.tile]:
        return exits
    return [tile for tile in free if ground.burning[tile]]


def free_around(table: KingsTable, me: Character, start: int) -> list[int]:
    """The tiles one step from there on which no piece stands, nor an Omega Stone that bars it."""
    occupied = table.pieces()
    if table.omega >= 0 and not me.bloodstones:
        occupied.append(table.omega)
    near = SURROUNDING[start] if me.moves_diagonally else ADJACENT[start]
    return [tile for tile in near if tile not in occupied]


def escape_cost(table: KingsTable, me: Character, tile: int) -> int:
    """Egis for the opponents whose adjacency a step ends; nothing for a piece in fire."""
    return escape_between(table, me, me.tile, tile)


def escape_between(table: KingsTable, me: Character, start: int, tile: int) -> int:
    """The same for a step from any tile."""
    if me.escapes_narrowly or table.ground.burning[start]:
        return 0
    near, beyond = ADJACENT[start], ADJACENT[tile]
    others = [character for character in table.characters if character is not me]
    return sum(character.tile in near and character.tile not in beyond for character in others)


@lru_cache(maxsize=4096)
def _move(tile: int, escape: int, wounds: int) -> Move:
    costs = {"tile": tile, "aria": 1, "egis": escape, "wounds": wounds}
    message = "move_escape" if escape else "move"
    return Option(f"move:{tile}", (step_to, tile), (arena.NAMES[tile],), message, costs)


async def step_to(table: KingsTable, me: Character, tile: int) -> None:
    """Pay the Escape Cost, then the Aria, and step."""
    escape = escape_cost(table, me, tile)
    if escape:
        expend(table, me, EGIS, escape)
        table.tell("escaped", affects=(me.seat,), seat=me.seat, n=escape)
    expend(table, me, ARIA)
    await move_piece(table, me, tile, "aria")
