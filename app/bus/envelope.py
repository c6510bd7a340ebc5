"""Word: what processes tell one another over Redis that is no match's own."""

from __future__ import annotations

from msgspec import Struct

PROCESSES = "processes"
"""The channel that every process hears."""


class Envelope(Struct, omit_defaults=True):
    """Notes about matches; channels that lost messages; whether everybody's notes are asked for."""

    notes: dict[str, str] = {}
    missed: list[str] = []
    asks: bool = False
