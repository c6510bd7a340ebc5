"""Outbox: a bounded queue of messages to publish; remembers the channels of those it dropped."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from app.bus.base import Message, OnUndelivered
from app.infra.metrics import BUS_LOST

MAX_WAITING = 10_000
MAX_MISSED_CHANNELS = 5_000
"""If more channels than this lost messages, every process resyncs every channel."""
EVERYTHING = "*"
"""Stands for all channels in an announcement."""
MAX_BATCH = 256


class Posted(NamedTuple):
    """A message, and what to call if no process receives it."""

    channel: str
    message: Message
    on_undelivered: OnUndelivered | None = None


class Outbox:
    """A queue of messages that drops the oldest first. `missed` holds the channels of dropped
    messages, except channels that need no resync (`unmissed`).
    """

    def __init__(self, unmissed: tuple[str, ...]) -> None:
        self.missed: dict[str, None] = {}
        self._unmissed = unmissed
        self._waiting: deque[Posted] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def post(
        self, channel: str, message: Message, on_undelivered: OnUndelivered | None = None
    ) -> None:
        if len(self._waiting) >= MAX_WAITING:
            self.lose([self._waiting.popleft()])
        self._waiting.append(Posted(channel, message, on_undelivered))

    def next_batch(self) -> list[Posted]:
        """The next batch, for the caller to publish or lose."""
        return [self._waiting.popleft() for _ in range(min(MAX_BATCH, len(self._waiting)))]

    def lose(self, posts: list[Posted]) -> None:
        """Record messages that will not be published."""
        BUS_LOST.inc(len(posts))
        for posted in posts:
            if posted.on_undelivered is not None:
                posted.on_undelivered()
            elif posted.channel not in self._unmissed:
                self.miss([posted.channel])

    def lose_all(self) -> None:
        """The same for every message that waits."""
        while self._waiting:
            self.lose(self.next_batch())

    def miss(self, channels: list[str]) -> None:
        """Have the other processes resync these channels once they can be reached."""
        if len(self.missed) <= MAX_MISSED_CHANNELS:
            self.missed.update(dict.fromkeys(channels))

    def pop_missed(self) -> list[str]:
        """Hand the missed channels to the caller; EVERYTHING instead of too many."""
        missed, self.missed = self.missed, {}
        is_too_much = len(missed) > MAX_MISSED_CHANNELS or EVERYTHING in missed
        return [EVERYTHING] if is_too_much else list(missed)
