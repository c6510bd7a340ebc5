"""Backoff: how long to wait before another attempt."""

from __future__ import annotations

from random import Random

FIRST_S = 0.5
MOST_S = 30.0


class Backoff:
    """Waits that double from attempt to attempt, each shortened by chance, so that many clients of
    a server that comes back do not all return at once.
    """

    def __init__(self, first: float = FIRST_S, most: float = MOST_S) -> None:
        self.first = first
        self.most = most
        self.failures = 0
        self._rng = Random()

    def next(self, at_least: float | None = None) -> float:
        """Seconds until the next attempt; no fewer than the server asked for."""
        limit = min(self.most, self.first * 2.0**self.failures)
        self.failures += 1
        return max(limit * (0.5 + self._rng.random() / 2), at_least or 0)

    def reset(self) -> None:
        """The connection works again."""
        self.failures = 0
