"""How good a table looks to a seat, for the `greedy` opponent. In hundredths of a point."""

from __future__ import annotations

from engine.res_arcana.table import ResArcanaTable
from engine.res_arcana.victory import points


def appraise(table: ResArcanaTable, seat: int) -> int:
    """The seat's prospects."""
    return 100 * points(table, table.players[seat])
