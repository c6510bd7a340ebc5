"""Hub: which listeners of this process hear what.

A feed is one class of viewers of one match. It relays frames in the order of their plies, whatever
order they come in; what never comes is made good with a full frame.
"""

from __future__ import annotations

import asyncio

from app.live.bus import Bus, channel_of, split_channel
from app.live.listener import Listener
from app.matches.room import class_of
from app.matches.rooms import Rooms

PATIENCE = 0.25
"""Seconds that a frame may be late before a full one is made."""
HELD = 64


class Feed:
    """The listeners of one class of viewers; `held` are frames that came too early."""

    __slots__ = ("channel", "held", "listeners", "ply")

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.listeners: set[Listener] = set()
        self.ply = -1
        self.held: dict[int, str] = {}

    def relay(self, ply: int, text: str) -> None:
        self.ply = ply
        for listener in self.listeners:
            listener.frame(ply, text)

    def release(self) -> None:
        """Relay held frames as far as they follow one another."""
        while (following := self.ply + 1) in self.held:
            self.relay(following, self.held.pop(following))

    def skip(self) -> None:
        """Give up waiting: relay what is held, and let listeners find their gaps."""
        for ply in sorted(self.held):
            if ply > self.ply:
                self.relay(ply, self.held[ply])
        self.held.clear()


class Hub:
    """The feeds of this process, by channel."""

    def __init__(self, bus: Bus, rooms: Rooms) -> None:
        self.bus = bus
        self.rooms = rooms
        self.feeds: dict[str, Feed] = {}
        self.empty = asyncio.Event()
        self.empty.set()

    async def join(self, listener: Listener) -> None:
        """Returns when the listener hears; it then wants a full frame."""
        channel = channel_of(listener.match, class_of(listener.viewer))
        feed = self.feeds.get(channel)
        if feed is None:
            feed = self.feeds[channel] = Feed(channel)
        feed.listeners.add(listener)
        self.empty.clear()
        await self.bus.subscribe(channel)

    async def leave(self, listener: Listener) -> None:
        channel = channel_of(listener.match, class_of(listener.viewer))
        feed = self.feeds.get(channel)
        if feed is None:
            return
        feed.listeners.discard(listener)
        if not feed.listeners:
            del self.feeds[channel]
            if not self.feeds:
                self.empty.set()
            await self.bus.unsubscribe(channel)
            if channel in self.feeds:
                await self.bus.subscribe(channel)

    def listeners(self, match: str) -> list[Listener]:
        """Everybody in this process who hears a match."""
        found: list[Listener] = []
        for channel, feed in self.feeds.items():
            if split_channel(channel)[0] == match:
                found += feed.listeners
        return found

    def everybody(self) -> list[Listener]:
        return [listener for feed in self.feeds.values() for listener in feed.listeners]

    def deliver(self, channel: str, message: bytes) -> None:
        """A message has come."""
        feed = self.feeds.get(channel)
        if feed is None:
            return
        head, _, text = message.decode().partition(" ")
        if head == "-":
            for listener in feed.listeners:
                listener.aside(text)
        elif head == "!":
            self._renew(feed)
        else:
            self._frame(feed, int(head), text)

    def heal(self) -> None:
        """The bus was away: everybody may have missed something."""
        for feed in self.feeds.values():
            self._renew(feed)

    def _renew(self, feed: Feed) -> None:
        self.rooms.note_change(split_channel(feed.channel)[0])
        feed.ply = -1
        for listener in feed.listeners:
            listener.want_full()

    def _frame(self, feed: Feed, ply: int, text: str) -> None:
        self.rooms.note_ply(split_channel(feed.channel)[0], ply)
        if ply <= feed.ply:
            return
        if feed.ply < 0 or ply == feed.ply + 1:
            feed.relay(ply, text)
            feed.release()
        elif len(feed.held) < HELD:
            if not feed.held:
                asyncio.get_running_loop().call_later(PATIENCE, feed.skip)
            feed.held[ply] = text
