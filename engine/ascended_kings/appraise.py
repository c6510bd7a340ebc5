"""How good a table looks to a seat; rough, and in no unit but its own."""

from __future__ import annotations

from engine.ascended_kings.table import KingsTable


def appraise(table: KingsTable, seat: int) -> int:
    """A weighed sum."""
    return table.characters[seat].bloodstones
