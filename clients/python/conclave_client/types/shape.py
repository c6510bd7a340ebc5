"""Shape: the base of all wire types."""

from __future__ import annotations

from msgspec import Struct


class Shape(Struct, omit_defaults=True):
    """A wire type; members that are None are omitted."""
