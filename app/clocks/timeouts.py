"""Timeouts: what happens to a seat whose time is up, by the clock's `on_timeout`.

A new one needs a row here, its name in `app.wire.literals` and its words on the page.
"""

from __future__ import annotations

from typing import NamedTuple

from app.wire.literals import OnTimeout


class Timeout(NamedTuple):
    """The consequences for the seat and its player."""

    loses_seat: bool  # a built-in bot takes over; otherwise open decisions get their defaults
    resigns: bool  # the player can't return and ranks last


TIMEOUTS: dict[OnTimeout, Timeout] = {
    "default": Timeout(loses_seat=False, resigns=False),
    "bot": Timeout(loses_seat=True, resigns=False),
    "forfeit": Timeout(loses_seat=True, resigns=True),
}
