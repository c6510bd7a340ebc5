"""Budget: how long a bot may think."""

from __future__ import annotations

from typing import Protocol


class Budget(Protocol):
    """A limit on `iterations` of a bot's search, and on its time."""

    iterations: int | None
    """None: the bot's usual number."""

    def expired(self) -> bool:
        """Whether the time is up: answer with the best found so far."""


class Iterations:
    """A budget without a clock, so answers are repeatable; None: the bot's usual number."""

    def __init__(self, iterations: int | None) -> None:
        self.iterations = iterations

    def expired(self) -> bool:
        return False
