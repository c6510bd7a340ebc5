"""What all types of the wire have in common."""

from __future__ import annotations

from msgspec import Struct


class Shape(Struct, omit_defaults=True):
    """A type of the wire; what is None is left out when it is written."""
