"""Backoff: how long to wait before another attempt."""

from __future__ import annotations

from random import Random

FIRST_S = 0.5
MAX_S = 30.0


class Backoff:
    """Exponential backoff with jitter, so many clients of a restarted server do not all return at
    once.
    """

    def __init__(self, first: float = FIRST_S, longest: float = MAX_S) -> None:
        self.first = first
        self.longest = longest
        self.failures = 0
        self._rng = Random()

    def next(self, at_least: float | None = None) -> float:
        """Seconds until the next attempt; no fewer than the server asked for."""
        limit = min(self.longest, self.first * 2.0**self.failures)
        self.failures += 1
        return max(limit * (0.5 + self._rng.random() / 2), at_least or 0)

    def reset(self) -> None:
        """The connection works again."""
        self.failures = 0
