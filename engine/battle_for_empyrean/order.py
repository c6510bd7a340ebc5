"""Order: the seats in the order in which they act."""

from __future__ import annotations

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import units_of


def acting_order(table: EmpyreanTable) -> list[int]:
    """First Player order, but players with a card that makes them act last come after (ruling 37).

    Such a card counts from the Round after its Reveal on.
    """
    order = table.token_order()
    late = [seat for seat in order if _acting_last(table, seat)]
    return [seat for seat in order if seat not in late] + late


def late_cards(table: EmpyreanTable) -> list[str]:
    """The cards that make their owners act last in this Round."""
    cards = [unit.card for player in table.players for unit in _acting_last(table, player.seat)]
    return list(dict.fromkeys(cards))


def _acting_last(table: EmpyreanTable, seat: int) -> list[Unit]:
    if "order" not in table.players[seat].moments:
        return []
    units = [unit for unit in units_of(table, seat) if unit.revealed < table.round]
    return [unit for unit in units if CARDS[unit.card].acts_last]
