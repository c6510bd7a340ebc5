"""Envelope: messages between processes over Redis that belong to no single match."""

from __future__ import annotations

from msgspec import Struct

PROCESSES = "processes"
"""The channel that every process subscribes to."""


class Envelope(Struct, omit_defaults=True):
    """Notes about matches and accounts; channels that lost messages; `asks`: a request for every
    process's notes; `leaves`: the sending process stops.
    """

    notes: dict[str, str] = {}
    missed: list[str] = []
    asks: bool = False
    leaves: bool = False
