"""Backoff: how long to wait before another attempt."""

from __future__ import annotations

from random import Random

FIRST_WAIT_S = 0.5
MAX_WAIT_S = 30.0


class Backoff:
    """Exponential backoff with jitter, so many clients of a restarted server do not all return at
    once.
    """

    def __init__(self, first_wait_s: float = FIRST_WAIT_S, max_wait_s: float = MAX_WAIT_S) -> None:
        self.first_wait_s = first_wait_s
        self.max_wait_s = max_wait_s
        self.failures = 0
        self._rng = Random()

    def next(self, at_least: float | None = None) -> float:
        """Seconds until the next attempt; no fewer than the server asked for."""
        limit = min(self.max_wait_s, self.first_wait_s * 2.0**self.failures)
        self.failures += 1
        return max(limit * (0.5 + self._rng.random() / 2), at_least or 0)

    def reset(self) -> None:
        """The connection works again."""
        self.failures = 0
