"""Account listeners: the streams of this process that follow an account over all its matches.

A listener's backlog is a set of matches to reload, not a queue of messages, so a slow reader's
backlog never exceeds the number of its matches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container

from app.accounts.caller import Caller
from app.bus.base import Bus
from app.notifications.notifier import account_channel


class AccountListener:
    """One stream of one account: `resend_all` makes it resend everything, `must_check` makes it
    check first whether anything has changed.
    """

    __slots__ = ("backlog", "caller", "channel", "close_code", "must_check", "resend_all", "wake")

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.channel = account_channel(caller.account)
        self.backlog: dict[bytes, None] = {}
        self.resend_all = True
        self.must_check = False
        self.close_code: int | None = None
        self.wake = asyncio.Event()

    def receive(self, message: bytes) -> None:
        """Add a match to the backlog, once."""
        self.backlog[message] = None
        self.wake.set()

    def want_resend(self) -> None:
        self.backlog.clear()
        self.resend_all = True
        self.wake.set()

    def want_check(self) -> None:
        """Have the stream check whether it missed anything."""
        self.must_check = True
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close_code = code
        self.wake.set()

    async def next(self) -> bytes | None:
        """The next message to act on; None when the stream must resend, check or close."""
        while not self.backlog:
            if self.resend_all or self.must_check or self.close_code is not None:
                return None
            self.wake.clear()
            await self.wake.wait()
        message = next(iter(self.backlog))
        del self.backlog[message]
        return message


class AccountListeners:
    """The account listeners of this process, by channel."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.drained = asyncio.Event()
        self.drained.set()
        self._by_channel: dict[str, set[AccountListener]] = {}

    def join(self, listener: AccountListener) -> None:
        """Subscribe a listener; its stream begins by sending everything."""
        self._by_channel.setdefault(listener.channel, set()).add(listener)
        self.drained.clear()
        self.bus.subscribe(listener.channel)

    def leave(self, listener: AccountListener) -> None:
        others = self._by_channel.get(listener.channel, set())
        others.discard(listener)
        if others:
            return
        self._by_channel.pop(listener.channel, None)
        if not self._by_channel:
            self.drained.set()
        self.bus.unsubscribe(listener.channel)

    def all_listeners(self) -> list[AccountListener]:
        return [listener for listeners in self._by_channel.values() for listener in listeners]

    def accounts(self) -> set[str]:
        """The accounts with a stream at this process."""
        return {listener.caller.account for listener in self.all_listeners()}

    def deliver(self, channel: str, message: bytes) -> None:
        for listener in self._by_channel.get(channel, ()):
            listener.receive(message)

    def subscribed(self, channel: str, _seconds: float) -> None:
        for listener in self._by_channel.get(channel, ()):
            listener.want_check()

    def resync(self, missed: Container[str]) -> None:
        for listener in self.all_listeners():
            if listener.channel in missed:
                listener.want_resend()
