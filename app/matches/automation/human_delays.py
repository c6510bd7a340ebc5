"""Human-like delays: how long automatic answers wait.

A fixed delay would reveal which players use automation. The delay is drawn once, from the system's
random source, when the question opens, and stored with the match, so no other process and no
restart draws it again. It never exceeds half of the seat's remaining time.
"""

from __future__ import annotations

import random

from app.clocks.state import ClockState

_RANDOM = random.SystemRandom()


def random_delay_ms(min_s: float, max_s: float) -> int:
    """A random delay in milliseconds; the bounds are in seconds."""
    return round(_RANDOM.uniform(min_s, max_s) * 1000)


def delay_end(times: ClockState, seat: int, delay_ms: int) -> int:
    """When the delay ends for a seat, counted from the time of its clock state."""
    until = times.until.get(seat)
    return times.at + (delay_ms if until is None else min(delay_ms, max(0, until - times.at) // 2))
