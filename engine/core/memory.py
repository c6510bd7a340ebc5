"""Memory: the cards that seats showed one another, and the seats that remember them.

A memory records that one seat showed a card to others at some ply. It stays true wherever the card
goes, and only the seats involved keep it.
"""

from __future__ import annotations

from engine.core.event import Viewer
from engine.core.table import Memory, Table


def remember(table: Table, memory: Memory) -> None:
    """Keep a memory; it replaces an earlier one of the same card shown to the same seats."""
    replaced_key = memory.seat, memory.card, memory.to
    table.shown = [
        earlier
        for earlier in table.shown
        if (earlier.seat, earlier.card, earlier.to) != replaced_key
    ]
    table.shown.append(memory)


def memories(table: Table, viewer: Viewer) -> list[Memory]:
    """Cards shown by or to the viewer, oldest first; for `Game.view`."""
    return [memory for memory in table.shown if memory.known_to(viewer)]


def forget_unknown(table: Table, viewer: Viewer) -> None:
    """Keep only the viewer's memories; for `Game.resample`."""
    table.shown = memories(table, viewer)
