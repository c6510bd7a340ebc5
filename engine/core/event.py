"""Events: what happened, and the seats that may know it."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct


class Public:
    """The viewer that holds no seat."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "PUBLIC"


PUBLIC: Final = Public()
Viewer = int | Public
"""A seat (0, 1, …) or the public. There is no third kind and no default."""


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened; `key` and `args` name one of the game's messages."""

    key: str
    args: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None  # seats that may know it; None: everyone
    others: Event | None = None  # what every other viewer is told instead, if anything
    affects: tuple[int, ...] = ()  # seats it happened to

    def for_viewer(self, viewer: Viewer) -> Event | None:
        """The form of this event that the viewer gets, if any."""
        if self.seats is None or viewer in self.seats:
            return self
        return self.others


def event(key: str, affects: tuple[int, ...] = (), **args: Any) -> Event:
    """A public event."""
    return Event(key, args, affects=affects)
