"""Outbox: what waits to be published. It is bounded, and remembers what became of the rest."""

from __future__ import annotations

from collections import deque

from app.bus.base import Message
from app.infra.metrics import BUS_LOST

MOST_WAITING = 10_000
MOST_MISSED = 5_000
"""Channels; where messages of more were lost, everybody is to look at everything."""
EVERYTHING = "*"
"""Stands for all channels."""
BATCH = 256
Posted = tuple[str, Message]


class Outbox:
    """In order, the oldest dropped first. `missed` are the channels of what others never heard,
    but for channels that need no word of that (`unmissed`).
    """

    def __init__(self, unmissed: tuple[str, ...]) -> None:
        self.missed: dict[str, None] = {}
        self._unmissed = unmissed
        self._waiting: deque[Posted] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def post(self, channel: str, message: Message) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self.lose([self._waiting.popleft()])
        self._waiting.append((channel, message))

    def take(self) -> list[Posted]:
        """The next few, to be published or lost."""
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def lose(self, some: list[Posted]) -> None:
        """These will not be published."""
        BUS_LOST.inc(len(some))
        self.miss([channel for channel, _ in some if channel not in self._unmissed])

    def miss(self, channels: list[str]) -> None:
        """Others are to look at these channels again, once they can be told."""
        if len(self.missed) <= MOST_MISSED:
            self.missed.update(dict.fromkeys(channels))

    def take_missed(self) -> list[str]:
        """The channels to tell of, from now on the caller's; EVERYTHING instead of too many."""
        missed, self.missed = self.missed, {}
        is_too_much = len(missed) > MOST_MISSED or EVERYTHING in missed
        return [EVERYTHING] if is_too_much else list(missed)
