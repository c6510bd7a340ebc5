"""Followers: the streams of this process that follow an account over all its matches.

What waits for a follower is a set of places to look at, not a queue of things to say: however slow
he reads, it is never longer than the number of his matches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container

from app.accounts.caller import Caller
from app.bus.base import Bus
from app.notifications.events import account_channel


class AccountListener:
    """One stream of one account. `afresh` says that it is to be told everything again, `doubts`
    that something may have happened since it was told.
    """

    __slots__ = ("afresh", "caller", "channel", "close", "doubts", "waiting", "wake")

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.channel = account_channel(caller.account)
        self.waiting: dict[bytes, None] = {}
        self.afresh = True
        self.doubts = False
        self.close: int | None = None
        self.wake = asyncio.Event()

    def hear(self, message: bytes) -> None:
        """Something is to be looked at, unless it waits to be looked at already."""
        self.waiting[message] = None
        self.wake.set()

    def renew(self) -> None:
        self.waiting.clear()
        self.afresh = True
        self.wake.set()

    def doubt(self) -> None:
        """Whether anything has happened is to be looked at."""
        self.doubts = True
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close = code
        self.wake.set()

    async def next(self) -> bytes | None:
        """What to look at next; None when everything is to be looked at or a close is wanted."""
        while not self.waiting:
            if self.afresh or self.doubts or self.close is not None:
                return None
            self.wake.clear()
            await self.wake.wait()
        message = next(iter(self.waiting))
        del self.waiting[message]
        return message


class AccountListeners:
    """The followers of this process, by channel."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.empty = asyncio.Event()
        self.empty.set()
        self._by_channel: dict[str, set[AccountListener]] = {}

    def join(self, follower: AccountListener) -> None:
        """From now on the follower hears; it wants to be told everything."""
        self._by_channel.setdefault(follower.channel, set()).add(follower)
        self.empty.clear()
        self.bus.subscribe(follower.channel)

    def leave(self, follower: AccountListener) -> None:
        others = self._by_channel.get(follower.channel, set())
        others.discard(follower)
        if others:
            return
        self._by_channel.pop(follower.channel, None)
        if not self._by_channel:
            self.empty.set()
        self.bus.unsubscribe(follower.channel)

    def everybody(self) -> list[AccountListener]:
        return [one for followers in self._by_channel.values() for one in followers]

    def deliver(self, channel: str, message: bytes) -> None:
        for follower in self._by_channel.get(channel, ()):
            follower.hear(message)

    def joined(self, channel: str, _seconds: float) -> None:
        for follower in self._by_channel.get(channel, ()):
            follower.doubt()

    def heal(self, missed: Container[str]) -> None:
        for follower in self.everybody():
            if follower.channel in missed:
                follower.renew()
