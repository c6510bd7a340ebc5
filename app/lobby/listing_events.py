"""Listing events: the messages of the live list of matches, and their subscribers."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime

import msgspec
from msgspec import Struct, field

from app.matches.match_info import OVER

MAX_QUEUED = 128
Version = tuple[int, int]
"""The edition that the public may see, and the round that is shown; ENDED if the match is over."""
ENDED = 1_000_000_000


class News(Struct):
    """A match as the public may see it.

    A delayed match gets a new version only when the public may see a change, however often it is
    announced.
    """

    id: str
    version: Version  # the highest wins
    status: str
    match: msgspec.Raw
    # when the public may see more without a further change
    next_change_at: datetime | None = field(default=None, name="again")
    # the host of an open table and the players who sit there
    accounts: list[str] = field(default_factory=list, name="there")

    @property
    def is_over(self) -> bool:
        return self.status in OVER


class Event(Struct, frozen=True):
    """One event of the list: `kind` is list, open, changed, gone or restart; `data` is JSON."""

    number: int
    kind: str
    data: bytes
    news: News | None = None


class ListingSubscriber:
    """One subscriber; backpressure: one that reads too slowly gets a fresh list, not its queue.

    `blocked` are the accounts that have a block with the subscriber's, None until they are read.
    """

    __slots__ = ("account", "blocked", "close_code", "queue", "wake", "wants_list")

    def __init__(self, account: str = "") -> None:
        self.account = account
        self.blocked: set[str] | None = None if account else set()
        self.queue: deque[Event] = deque()
        self.wants_list = False
        self.close_code: int | None = None
        self.wake = asyncio.Event()

    def is_barred_from(self, news: News) -> bool:
        """Whether a block keeps the subscriber from sitting down at an open table."""
        is_barred = not (self.blocked or set()).isdisjoint(news.accounts)
        return is_barred and self.account not in news.accounts

    def receive(self, event: Event) -> None:
        if len(self.queue) >= MAX_QUEUED:
            self.want_list()
        if not self.wants_list:
            self.queue.append(event)
        self.wake.set()

    def want_list(self) -> None:
        self.queue.clear()
        self.wants_list = True
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close_code = code
        self.wake.set()

    async def changed(self) -> None:
        """Wait until there is something to send."""
        while not (self.queue or self.wants_list or self.close_code is not None):
            self.wake.clear()
            await self.wake.wait()
