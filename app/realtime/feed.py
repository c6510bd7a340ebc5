"""Feed: one class of viewers of one match.

It relays frames in the order of their plies, whatever order they come in; what never comes is made
good with a full frame.
"""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from app.bus.base import Frame, split_channel
from app.infra.problems import Problem
from app.matches.rooms import RoomCache
from app.realtime.listener import Listener

PATIENCE = 0.25
"""Seconds that a frame may be late before a full one is made."""
HELD = 64


class Feed:
    """The listeners of one class of viewers; `held` are frames that came too early, `known` is how
    the match stood before the first listener heard.
    """

    __slots__ = ("channel", "held", "known", "listeners", "match", "ply", "rooms")

    def __init__(self, channel: str, rooms: RoomCache) -> None:
        self.channel = channel
        self.match = split_channel(channel)[0]
        self.rooms = rooms
        self.listeners: set[Listener] = set()
        self.ply = -1
        self.held: dict[int, Frame] = {}
        self.known = (-1, -1)

    # -- what the bus brings

    def take(self, frame: Frame) -> None:
        """The frame of a ply has come."""
        self.rooms.note_ply(self.match, frame.ply)
        if frame.ply <= self.ply:
            return
        if self.ply < 0 or frame.ply == self.ply + 1:
            self.relay(frame)
            self._release()
        elif len(self.held) < HELD:
            if not self.held:
                asyncio.get_running_loop().call_later(PATIENCE, self._skip)
            self.held[frame.ply] = frame

    def aside(self, text: str) -> None:
        """A frame beside the plies has come."""
        for listener in self.listeners:
            listener.aside(text)

    def renew(self) -> None:
        """The match has changed otherwise, or something may have been missed."""
        self.rooms.note_change(self.match)
        self.ply = -1
        self.want_fulls()

    async def check(self) -> None:
        """Renew if the match has changed since before the first listener heard."""
        try:
            room = await self.rooms.fresh(self.match)
            has_changed = room.version != self.known
        except (Problem, SQLAlchemyError, OSError):
            has_changed = True
        if has_changed:
            self.renew()

    def close(self) -> None:
        """Nobody listens any more."""

    # -- relaying

    def want_fulls(self) -> None:
        """Everybody gets a full frame."""
        for listener in self.listeners:
            listener.want_full()

    def relay(self, frame: Frame) -> None:
        self.ply = frame.ply
        for listener in self.listeners:
            listener.frame(frame)

    def _release(self) -> None:
        """Relay held frames as far as they follow one another."""
        while (following := self.ply + 1) in self.held:
            self.relay(self.held.pop(following))

    def _skip(self) -> None:
        """Give up waiting: relay what is held, and let listeners find their gaps."""
        for ply in sorted(self.held):
            if ply > self.ply:
                self.relay(self.held[ply])
        self.held.clear()
