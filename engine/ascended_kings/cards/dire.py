"""Dire: the energy of death. It hands wounds on, lays traps and dissolves gems."""

from __future__ import annotations

from typing import Any

from engine.ascended_kings.box import RULEBOOK
from engine.ascended_kings.card import Possible, Ranged, RemoveDire, RollDice, focus, gain
from engine.ascended_kings.cards.aims import (
    adjacent,
    any_opponent,
    cardinal,
    holds_core,
    surrounding,
)
from engine.ascended_kings.cards.parameters import (
    ADJACENT_TILES,
    ALL_TILES,
    SURROUNDING_TILES,
    opponent_or_tile,
    up_to_core_of_target,
    up_to_tiles,
)
from engine.ascended_kings.cards.verbs import give_dire, lay_dire, lose_core
from engine.ascended_kings.gems import DIRE
from engine.ascended_kings.table import Character, KingsTable

# Dire Transfer


def recipients(aim: Ranged, tiles: Ranged) -> Ranged:
    """The opponents and the tiles that a Dire gem can be given to."""

    def targets(table: KingsTable, me: Character) -> list[Any]:
        return [*aim(table, me), *tiles(table, me)]

    return Ranged(aim.reach, targets)


def can_give_dire(transfer: Ranged) -> Possible:
    """With Dire in the pool and an opponent or a tile to give it to."""

    def possible(table: KingsTable, me: Character) -> bool:
        return me.pool[DIRE] > 0 and bool(transfer(table, me))

    return possible


ADJACENT_RECIPIENTS = recipients(adjacent(), ADJACENT_TILES)
SURROUNDING_RECIPIENTS = recipients(surrounding(), SURROUNDING_TILES)
ALL_RECIPIENTS = recipients(any_opponent(), ALL_TILES)


@focus(
    "Dire Transfer",
    "dire",
    level=1,
    possible=can_give_dire(ADJACENT_RECIPIENTS),
    asks=[opponent_or_tile(ADJACENT_RECIPIENTS)],
    harms=True,
    instant=RemoveDire(1),
)
async def dire_transfer_1(table: KingsTable, me: Character, recipient: Character | int) -> None:
    """Move 1 Dire gem from your pool onto an adjacent opponent or an adjacent free tile of the
    arena.
    """
    await give_dire(table, me, recipient)


@focus(
    "Dire Transfer",
    "dire",
    level=2,
    possible=can_give_dire(SURROUNDING_RECIPIENTS),
    asks=[opponent_or_tile(SURROUNDING_RECIPIENTS)],
    harms=True,
    instant=gain(aria=1, pyre=1),
    provenance=RULEBOOK,
)
async def dire_transfer_2(table: KingsTable, me: Character, recipient: Character | int) -> None:
    """Move 1 Dire gem from your pool onto a surrounding opponent or a surrounding free tile of
    the arena.
    """
    await give_dire(table, me, recipient)


@focus(
    "Dire Transfer",
    "dire",
    level=3,
    possible=can_give_dire(ALL_RECIPIENTS),
    asks=[opponent_or_tile(ALL_RECIPIENTS)],
    harms=True,
    instant=RollDice(2),
    provenance=RULEBOOK,
)
async def dire_transfer_3(table: KingsTable, me: Character, recipient: Character | int) -> None:
    """Move 1 Dire gem from your pool onto whichever opponent or free tile of the arena you
    like.
    """
    await give_dire(table, me, recipient)


# Nigredo


def can_lay_dire(tiles: Ranged) -> Possible:
    """With Dire in the supply and a tile to lay it on."""

    def possible(table: KingsTable, me: Character) -> bool:
        return table.supply[DIRE] > 0 and bool(tiles(table, me))

    return possible


@focus(
    "Nigredo",
    "dire",
    level=1,
    possible=can_lay_dire(SURROUNDING_TILES),
    asks=[up_to_tiles(2, SURROUNDING_TILES, "lay_dire")],
    instant=gain(pyre=1),
)
async def nigredo_1(table: KingsTable, me: Character, tiles: list[int]) -> None:
    """Lay 1 Dire gem from the supply on each of up to 2 different free tiles of the arena around
    you.
    """
    lay_dire(table, tiles)


@focus(
    "Nigredo",
    "dire",
    level=2,
    possible=can_lay_dire(ALL_TILES),
    asks=[up_to_tiles(2, ALL_TILES, "lay_dire")],
    instant=RemoveDire(1),
)
async def nigredo_2(table: KingsTable, me: Character, tiles: list[int]) -> None:
    """Lay 1 Dire gem from the supply on each of up to 2 different free tiles of the arena."""
    lay_dire(table, tiles)


@focus(
    "Nigredo",
    "dire",
    level=3,
    possible=can_lay_dire(ALL_TILES),
    asks=[up_to_tiles(4, ALL_TILES, "lay_dire")],
)
async def nigredo_3(table: KingsTable, me: Character, tiles: list[int]) -> None:
    """Lay 1 Dire gem from the supply on each of up to 4 different free tiles of the arena."""
    lay_dire(table, tiles)


# Dissolution


@focus(
    "Dissolution",
    "dire",
    level=1,
    aim=adjacent(holds_core),
    asks=[up_to_core_of_target(2)],
    instant=RollDice(1),
)
async def dissolution_1(
    table: KingsTable, me: Character, target: Character, mix: dict[str, int]
) -> None:
    """Name up to 2 Core gems in the pool of an adjacent opponent; they go to the supply."""
    lose_core(table, target, mix)


@focus(
    "Dissolution",
    "dire",
    level=2,
    aim=surrounding(holds_core),
    asks=[up_to_core_of_target(3)],
    instant=gain(aria=1, egis=1),
)
async def dissolution_2(
    table: KingsTable, me: Character, target: Character, mix: dict[str, int]
) -> None:
    """Name up to 3 Core gems in the pool of a surrounding opponent; they go to the supply."""
    lose_core(table, target, mix)


@focus(
    "Dissolution",
    "dire",
    level=3,
    aim=cardinal(holds_core),
    asks=[up_to_core_of_target(5)],
    instant=RemoveDire(2),
)
async def dissolution_3(
    table: KingsTable, me: Character, target: Character, mix: dict[str, int]
) -> None:
    """Name up to 5 Core gems in the pool of an opponent in your row or column; they go to the
    supply.
    """
    lose_core(table, target, mix)
