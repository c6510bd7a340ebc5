"""System clock: the monotonic and the wall clock of this machine. The monotonic one stops while the
machine sleeps, the wall clock may be set: critical code trusts neither without the other.
"""

from __future__ import annotations

import time
from typing import NamedTuple


class ClockReading(NamedTuple):
    """Both clocks at one moment, in milliseconds; the wall clock since 1970."""

    monotonic: int
    wall: int


class SystemClock:
    """Reads both clocks. Tests substitute their own."""

    def read(self) -> ClockReading:
        return ClockReading(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)
