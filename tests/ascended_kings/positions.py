"""Laying tables of Ascended Kings by their notation."""

from __future__ import annotations

from engine.ascended_kings import GAME
from engine.ascended_kings.notation import write
from engine.ascended_kings.read_notation import read
from engine.ascended_kings.table import Character, KingsTable
from engine.core.chance import below, words
from engine.testing.scenario import SEED, Player, players


def lay(text: str, throws: list[tuple[int, int]] | None = None) -> tuple[Player, ...]:
    """Players before a position; `throws` are the next draws of chance, as (sides, 0-based)."""
    table = read(text)
    rig(table, throws or [])
    GAME.laws(table)
    return players(GAME, table, len(table.characters))


def rig(table: KingsTable, throws: list[tuple[int, int]]) -> None:
    """Rig the next draws: set the counter from which chance gives them in a row."""
    while any(
        below(words(SEED, table.drawn + n), sides) != wanted
        for n, (sides, wanted) in enumerate(throws)
    ):
        table.drawn += 1


def mat(player: Player) -> Character:
    """The player's character."""
    return player.scenario.table.characters[player.seat]


def table_of(player: Player) -> KingsTable:
    """The live table."""
    return player.scenario.table


def position(player: Player) -> str:
    """The position in its notation."""
    return write(table_of(player))


def keys(player: Player, head: str) -> set[str]:
    """The rest of the player's open option keys that begin with "head:"."""
    return {key.partition(":")[2] for key in player.options if key.partition(":")[0] == head}


def tiles(player: Player, head: str) -> set[int]:
    """The tiles among these options."""
    return {int(tile) for tile in keys(player, head)}


def costs(player: Player, key: str) -> dict[str, int]:
    """The stated cost of an option."""
    return next(option.args for option in player.question.options if option.key == key)


def happened(player: Player, key: str) -> list[dict]:
    """The arguments of the events of that name, as the player received them."""
    return [event.args for event in player.events if event.key == key]


def cast(card: str, mine: str, others: str, more: str = "") -> list[Player]:
    """Players after p0 has cast a card; `mine` are the words of p0, `others` the other lines."""
    ann, *rest = lay(f"p0 apsu {mine} {card}\n{others}\n{more}")
    ann(f"cast:{card}")
    return [ann, *rest]
