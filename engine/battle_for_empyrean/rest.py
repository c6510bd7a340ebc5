"""Rest: checks that a table could be at rest between two steps, for positions written by hand."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.order import acting_order
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.errors import NotationError


def check_rest(table: EmpyreanTable) -> None:
    """Fill in the state at the beginning of a phase. Raise NotationError if no step can follow."""
    if not 1 <= table.round <= table.last_round - (table.phase == "begin"):
        raise NotationError(f"no such Round in this phase: {table.round}")
    if table.phase not in ("battlefields", "decks"):
        for player in table.players:
            if not player.deck_id:
                raise NotationError(f"p{player.seat} needs a game deck")
    if table.phase == "reveal" and not table.order:
        table.order = acting_order(table)
    if table.phase == "reveal" and table.turn >= len(table.order):
        raise NotationError("somebody has to act in the Reveal Phase")
    if table.revealing:
        units = [unit for player in table.players for row in player.rows for unit in row]
        revealing = [unit for unit in units if unit.number == table.revealing and unit.revealed]
        if table.phase != "reveal" or not revealing:
            raise NotationError(f"no such card is being Revealed: u{table.revealing}")
    if table.phase == "battlefields" and not table.undrawn:
        laid = {field.card for field in table.fields}
        table.undrawn = [id for id in BATTLEFIELDS if id not in laid]
