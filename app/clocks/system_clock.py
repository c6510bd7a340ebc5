"""Watch: the two clocks of this machine. The monotonic one stands while the machine sleeps, the
wall clock may be set: where much depends on the time, neither is believed without the other.
"""

from __future__ import annotations

import time
from typing import NamedTuple


class ClockReading(NamedTuple):
    """What both show at once, in milliseconds; the wall clock since 1970."""

    monotonic: int
    wall: int


class SystemClock:
    """Shows them. Tests have one of their own."""

    def read(self) -> ClockReading:
        return ClockReading(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)
