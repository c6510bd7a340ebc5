"""Memory: the cards that seats showed one another, and what becomes of the knowledge.

A memory says that at some ply one seat showed a card to others. It is true whatever becomes of the
card, and stays with those who were there.
"""

from __future__ import annotations

from engine.core.event import Viewer
from engine.core.table import Memory, Table


def remember(table: Table, new: Memory) -> None:
    """Keep a memory; of the same card, shown again to the same seats, the newest one alone."""
    same = new.seat, new.card, new.to
    table.shown = [one for one in table.shown if (one.seat, one.card, one.to) != same]
    table.shown.append(new)


def memories(table: Table, viewer: Viewer) -> list[Memory]:
    """What was shown by or to the viewer, oldest first; for `Game.view`."""
    return [one for one in table.shown if one.known_to(viewer)]


def forget_unknown(table: Table, viewer: Viewer) -> None:
    """Keep only what the viewer knows; for `Game.resample`."""
    table.shown = memories(table, viewer)
