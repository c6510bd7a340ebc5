"""Who acts first."""

from __future__ import annotations

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.table import Table
from engine.battle_for_empyrean.trigger import units_of


def acting_order(table: Table) -> list[int]:
    """First Player order, but players with a card that makes them act last come after (ruling 37).

    Such a card counts from the Round after its Reveal on.
    """
    order = table.token_order()
    late = [seat for seat in order if _acts_last(table, seat)]
    return [seat for seat in order if seat not in late] + late


def _acts_last(table: Table, seat: int) -> bool:
    return "order" in table.players[seat].moments and any(
        CARDS[unit.card].acts_last and unit.revealed < table.round for unit in units_of(table, seat)
    )
