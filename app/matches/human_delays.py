"""Pauses: how long what goes by itself waits, as a person would.

A fixed pause would tell everybody who has it go by itself. It is drawn once from the system's
source of chance, when the question opens, and kept with the match, so that neither another process
nor a restart draws it again. It never takes more than half of the time that the seat has left.
"""

from __future__ import annotations

import random

from app.clocks.state import ClockState

_CHANCE = random.SystemRandom()


def drawn(least: float, most: float) -> int:
    """A pause in milliseconds; the bounds are seconds."""
    return round(_CHANCE.uniform(least, most) * 1000)


def due(times: ClockState, seat: int, pause: int) -> int:
    """When it is over for a seat, counted from when its times were noted."""
    until = times.until.get(seat)
    return times.at + (pause if until is None else min(pause, max(0, until - times.at) // 2))
