"""Human-like delays: how long automatic answers wait.

A fixed delay would reveal which players use automation. The delay is drawn once, from the system's
random source, when the question opens, and is stored with the match, so neither another process nor
a restart draws it again. It never takes more than half of the seat's remaining time.
"""

from __future__ import annotations

import random

from app.clocks.state import ClockState

_CHANCE = random.SystemRandom()


def drawn(least: float, most: float) -> int:
    """A random delay in milliseconds; the bounds are in seconds."""
    return round(_CHANCE.uniform(least, most) * 1000)


def due(times: ClockState, seat: int, pause: int) -> int:
    """When the delay ends for a seat, counted from the time of its clock state."""
    until = times.until.get(seat)
    return times.at + (pause if until is None else min(pause, max(0, until - times.at) // 2))
