"""Hub: routes the messages of match channels through feeds to this process's listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Container

from app.bus.base import Bus, Frame, Message, channel_of, frame_of, split_channel
from app.clocks.service_time import ServiceClock
from app.history.replay import Replays
from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.matches.room import class_of
from app.matches.room_cache import RoomCache
from app.realtime.delayed_feed import DelayedFeed
from app.realtime.feed import Feed
from app.realtime.listener import Listener
from engine.core.event import Public

CHAT_SAFE_S = 0.25
"""A subscription confirmed within this time may have missed a change of the match, but no chat."""


class Hub:
    """The feeds of this process, by channel."""

    def __init__(
        self,
        bus: Bus,
        rooms: RoomCache,
        database: Database,
        replays: Replays,
        service_clock: ServiceClock,
    ) -> None:
        self.bus = bus
        self.rooms = rooms
        self.database = database
        self.replays = replays
        self.service_clock = service_clock
        self.feeds: dict[str, Feed] = {}
        self.drained = asyncio.Event()
        self.drained.set()
        self._checks = TaskSet()

    async def join(self, listener: Listener) -> None:
        """Subscribe a listener, which begins with a full frame. Raises Problem."""
        room = await self.rooms.get(listener.match)
        channel = channel_of(listener.match, class_of(listener.viewer))
        feed = self.feeds.get(channel)
        if feed is None:
            is_late = isinstance(listener.viewer, Public) and room.info.delay is not None
            feed = self.feeds[channel] = self._new(channel, is_late=is_late)
            feed.first_version = room.version
        feed.listeners.add(listener)
        self.drained.clear()
        self.bus.subscribe(channel)

    def _new(self, channel: str, *, is_late: bool) -> Feed:
        if is_late:
            return DelayedFeed(channel, self.rooms, self.database, self.replays, self.service_clock)
        return Feed(channel, self.rooms)

    def feed_of(self, listener: Listener) -> Feed | None:
        """The feed a listener belongs to."""
        return self.feeds.get(channel_of(listener.match, class_of(listener.viewer)))

    def leave(self, listener: Listener) -> None:
        channel = channel_of(listener.match, class_of(listener.viewer))
        feed = self.feeds.get(channel)
        if feed is None:
            return
        feed.listeners.discard(listener)
        if not feed.listeners:
            feed.close()
            del self.feeds[channel]
            if not self.feeds:
                self.drained.set()
            self.bus.unsubscribe(channel)

    def listeners(self, match: str) -> list[Listener]:
        """Every listener of a match in this process."""
        listeners: list[Listener] = []
        for channel, feed in self.feeds.items():
            if split_channel(channel)[0] == match:
                listeners += feed.listeners
        return listeners

    def all_listeners(self) -> list[Listener]:
        return [listener for feed in self.feeds.values() for listener in feed.listeners]

    def deliver(self, channel: str, message: Message) -> None:
        """Handle a message from the bus."""
        feed = self.feeds.get(channel)
        if feed is None:
            return
        if isinstance(message, Frame):
            feed.receive(message)
            return
        head, _, text = message.decode().partition(" ")
        if head == "-":
            feed.queue_aside(text)
        elif head == "~":
            self.rooms.note_change(split_channel(channel)[0])
            feed.queue_aside(text)
        elif head == "!":
            feed.renew()
        else:
            feed.receive(frame_of(head, text))

    def subscribed(self, channel: str, seconds: float) -> None:
        """Resync the feed if it may have missed a change since its first listener joined."""
        feed = self.feeds.get(channel)
        if feed is None:
            return
        if seconds > CHAT_SAFE_S:
            feed.renew()
            return
        self._checks.start(feed.check())

    def resync(self, missed: Container[str]) -> None:
        """Resync the feeds of channels that may have lost messages."""
        for channel, feed in self.feeds.items():
            if channel in missed:
                feed.renew()

    def deadlines_moved(self) -> None:
        """Send every listener the current clocks after a downtime of all processes."""
        self.rooms.deadlines_moved()
        self.resync(self.feeds)
