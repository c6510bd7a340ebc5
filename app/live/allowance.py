"""Allowance: how many commands a socket may send."""

from __future__ import annotations

import time


class Allowance:
    """Fills at `rate` a second up to `burst`; every command takes one.

    (The package `limits` counts requests across processes; this one belongs to one socket and says
    how long to wait.)
    """

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.then = time.monotonic()

    def take(self) -> float:
        """Take one; returns how many seconds the reader should pause (0 within the allowance)."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate) - 1
        self.then = now
        return max(0.0, -self.left / self.rate)
