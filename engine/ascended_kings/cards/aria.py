"""Aria: the force of all creation. It moves pieces."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ascended_kings.box import RULEBOOK
from engine.ascended_kings.card import (
    ASCENDANT,
    REVENANT,
    RemoveDire,
    RollDice,
    focus,
    gain,
)
from engine.ascended_kings.cards.aims import (
    adjacent,
    any_opponent,
    can_be_pushed,
    cardinal,
    surrounding,
)
from engine.ascended_kings.cards.parameters import (
    can_walk,
    has_tile,
    one_tile_of,
    push_up_to,
    walk_up_to,
    within,
)
from engine.ascended_kings.cards.verbs import walk_path
from engine.ascended_kings.pieces import move_piece, slide, swap
from engine.ascended_kings.table import Character, KingsTable

Path = Sequence[int]

# Sun & Sky


@focus("Sun & Sky", "aria", level=1, aim=surrounding(), instant=gain(aria=1))
async def sun_and_sky_1(table: KingsTable, me: Character, target: Character) -> None:
    """Trade tiles with an opponent on any of the eight tiles around you; neither piece pays an
    Escape Cost.
    """
    await swap(table, me, target)


@focus("Sun & Sky", "aria", level=2, aim=cardinal(), instant=gain(aria=2), provenance=RULEBOOK)
async def sun_and_sky_2(table: KingsTable, me: Character, target: Character) -> None:
    """Trade tiles with an opponent anywhere along your row or column, even if other characters
    stand between you; neither piece pays an Escape Cost.
    """
    await swap(table, me, target)


@focus("Sun & Sky", "aria", level=3, aim=any_opponent(), instant=RollDice(2))
async def sun_and_sky_3(table: KingsTable, me: Character, target: Character) -> None:
    """Trade tiles with any opponent on the board; neither piece pays an Escape Cost."""
    await swap(table, me, target)


# Separation


@focus(
    "Separation",
    "aria",
    level=1,
    aim=adjacent(can_be_pushed),
    asks=[push_up_to(2)],
    instant=RollDice(1),
)
async def separation_1(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Shove an adjacent opponent 1 or 2 tiles straight away from you."""
    await slide(table, target, path, "push", by=me)


@focus(
    "Separation",
    "aria",
    level=2,
    aim=surrounding(can_be_pushed),
    asks=[push_up_to(4)],
    instant=gain(aria=1, egis=1),
)
async def separation_2(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Shove an opponent on a surrounding tile 1 to 4 tiles straight (or diagonally) away from
    you.
    """
    await slide(table, target, path, "push", by=me)


@focus(
    "Separation",
    "aria",
    level=3,
    aim=cardinal(can_be_pushed),
    asks=[push_up_to(9)],
    instant=gain(aria=2, egis=1),
)
async def separation_3(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Shove an opponent in your row or column any number of tiles directly away from you, until the
    distance you chose or an obstacle ends the slide.
    """
    await slide(table, target, path, "push", by=me)


# Albedo, in the Ascendant Deck alone


@focus(
    "Albedo",
    "aria",
    level=1,
    decks=[ASCENDANT],
    possible=can_walk,
    asks=[walk_up_to(2)],
    instant=gain(aria=2),
)
async def albedo_1(table: KingsTable, me: Character, path: Path) -> None:
    """Walk up to 2 tiles of the arena in any direction, through others and without Escape
    Costs.
    """
    await walk_path(table, me, path)


@focus(
    "Albedo",
    "aria",
    level=2,
    decks=[ASCENDANT],
    possible=can_walk,
    asks=[walk_up_to(4)],
    instant=RemoveDire(1),
)
async def albedo_2(table: KingsTable, me: Character, path: Path) -> None:
    """Walk up to 4 tiles of the arena in any direction, through others and without Escape
    Costs.
    """
    await walk_path(table, me, path)


@focus(
    "Albedo",
    "aria",
    level=3,
    decks=[ASCENDANT],
    possible=can_walk,
    asks=[walk_up_to(6)],
    instant=gain(ylem=1),
)
async def albedo_3(table: KingsTable, me: Character, path: Path) -> None:
    """Walk up to 6 tiles of the arena in any direction, through others and without Escape
    Costs.
    """
    await walk_path(table, me, path)


# Sublimation, in the Revenant Deck alone


@focus(
    "Sublimation",
    "aria",
    level=1,
    decks=[REVENANT],
    possible=has_tile(within(2)),
    asks=[one_tile_of(within(2), "teleport")],
    instant=gain(aria=2),
)
async def sublimation_1(table: KingsTable, me: Character, tile: int) -> None:
    """Vanish and reappear on a free tile of the arena no more than 2 tiles away, diagonals
    counting as 1.
    """
    await move_piece(table, me, tile, "teleport")


@focus(
    "Sublimation",
    "aria",
    level=2,
    decks=[REVENANT],
    possible=has_tile(within(4)),
    asks=[one_tile_of(within(4), "teleport")],
    instant=RemoveDire(1),
)
async def sublimation_2(table: KingsTable, me: Character, tile: int) -> None:
    """Vanish and reappear on a free tile of the arena no more than 4 tiles away, diagonals
    counting as 1.
    """
    await move_piece(table, me, tile, "teleport")


@focus(
    "Sublimation",
    "aria",
    level=3,
    decks=[REVENANT],
    possible=has_tile(within(9)),
    asks=[one_tile_of(within(9), "teleport")],
    instant=gain(ylem=1),
)
async def sublimation_3(table: KingsTable, me: Character, tile: int) -> None:
    """Vanish and reappear on any free tile of the arena."""
    await move_piece(table, me, tile, "teleport")
