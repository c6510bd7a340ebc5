"""Budget: how long a bot may think."""

from __future__ import annotations

from typing import Protocol


class Budget(Protocol):
    """How long a bot may think: for `iterations` of its search, but not after `expired`."""

    iterations: int | None
    """None: the bot's usual number."""

    def expired(self) -> bool:
        """Whether the time is up: answer with the best found so far."""


class Iterations:
    """A budget without a clock, so that an answer can be repeated; None: the bot's usual number."""

    def __init__(self, iterations: int | None) -> None:
        self.iterations = iterations

    def expired(self) -> bool:
        return False
