"""Helpers shared by the effects of several battlefields."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import zones
from engine.battle_for_empyrean.choice import choose_unit, highest, revealed_here
from engine.battle_for_empyrean.might import apply_might, remove_might
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit


def cards_here(table: EmpyreanTable, here: Field, seat: int) -> list[Unit]:
    """The player's Revealed cards Here."""
    return revealed_here(table, seat, here.place)


def opposing_cards(table: EmpyreanTable, here: Field, seat: int) -> int:
    """How many Revealed cards the opponents together have Here (D1)."""
    return sum(len(cards_here(table, here, other)) for other in table.others(seat))


def is_filled(table: EmpyreanTable, here: Field, seat: int) -> bool:
    """Whether all the player's Zones Here are occupied by Revealed cards."""
    return len(cards_here(table, here, seat)) >= zones(table, seat, here.place)


def next_lower(table: EmpyreanTable, unit: Unit) -> Unit | None:
    """The Revealed card in the next lower Zone, if there is one."""
    row = table.row(unit)
    zone = row.index(unit) if unit in row else 0
    return row[zone - 1] if zone and row[zone - 1].revealed else None


def apply_to_each(table: EmpyreanTable, here: Field, seat: int, amount: int) -> None:
    """Apply Might to each of the player's cards Here."""
    for unit in cards_here(table, here, seat):
        apply_might(table, unit, amount)


def remove_from_each(table: EmpyreanTable, here: Field, seat: int, amount: int) -> None:
    """Remove Might from each of the player's cards Here."""
    for unit in cards_here(table, here, seat):
        remove_might(table, unit, amount)


async def remove_from_highest(table: EmpyreanTable, here: Field, seat: int, amount: int) -> None:
    """Remove Might from the player's card Here with the highest Might (the player's choice if
    tied).
    """
    units = highest(cards_here(table, here, seat))
    unit = await choose_unit(table, seat, "weaken", units)
    if unit:
        remove_might(table, unit, amount)


async def apply_to_one(table: EmpyreanTable, here: Field, seat: int, amount: int) -> None:
    """Apply Might to one of the player's cards Here."""
    unit = await choose_unit(table, seat, "strengthen", cards_here(table, here, seat))
    if unit:
        apply_might(table, unit, amount)
