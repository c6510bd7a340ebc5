"""Positions as text."""

from __future__ import annotations

from engine.ascended_kings.table import KingsTable


def write(table: KingsTable) -> str:
    """The position."""
    return table.phase
