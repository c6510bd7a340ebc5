"""Feed: relays the frames of one match to one class of viewers.

The feed relays frames in ply order, whatever order they arrive in. Its listeners decide what their
readers get: a `Listener` takes the delta if it continues the reader's state and asks for a full
frame otherwise, also where a frame never arrives.
"""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from app.bus.base import Frame, split_channel
from app.infra.problems import Problem
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.realtime.listener import Listener

LATE_FRAME_WAIT_S = 0.25
"""How late a frame may be before a full frame replaces it."""
MAX_EARLY_FRAMES = 64


class Feed:
    """The listeners of one class of viewers. `early_frames` wait for the frames before them;
    `first_version` is the match's version before the first listener joined.
    """

    __slots__ = (
        "channel",
        "early_frames",
        "first_version",
        "listeners",
        "match",
        "ply",
        "rooms",
    )

    def __init__(self, channel: str, rooms: RoomCache) -> None:
        self.channel = channel
        self.match = split_channel(channel)[0]
        self.rooms = rooms
        self.listeners: set[Listener] = set()
        self.ply = -1
        self.early_frames: dict[int, Frame] = {}
        self.first_version = (-1, -1)

    # -- messages from the bus

    def receive(self, frame: Frame) -> None:
        """Take the frame of a ply."""
        self.rooms.note_ply(self.match, frame.ply)
        if frame.ply <= self.ply:
            return
        if self.ply < 0 or frame.ply == self.ply + 1:
            self.relay(frame)
            self._release()
        elif len(self.early_frames) < MAX_EARLY_FRAMES:
            if not self.early_frames:
                asyncio.get_running_loop().call_later(LATE_FRAME_WAIT_S, self._skip)
            self.early_frames[frame.ply] = frame

    def queue_aside(self, text: str) -> None:
        """Relay a frame outside the ply sequence."""
        for listener in self.listeners:
            listener.queue_aside(text)

    def renew(self) -> None:
        """Resync after a change of the match outside its log, or a lost message."""
        self.rooms.note_change(self.match)
        self.ply = -1
        self.want_fulls()

    async def check(self) -> None:
        """Resync if the match has changed since before the first listener joined, and the listeners
        have not followed it.
        """
        try:
            room = await self.rooms.fresh(self.match)
            has_changed = room.version != self.first_version and not self._has_followed(room)
        except (Problem, SQLAlchemyError, OSError):
            has_changed = True
        if has_changed:
            self.renew()

    def _has_followed(self, room: Room) -> bool:
        """Whether every listener got a frame of the latest entry; each detects its own gaps."""
        return room.info.edition == self.first_version[1] and all(
            listener.ply >= room.match_ply for listener in self.listeners
        )

    def close(self) -> None:
        """The last listener has left."""

    # -- relaying

    def want_fulls(self) -> None:
        """Send every listener a full frame."""
        for listener in self.listeners:
            listener.want_full()

    def relay(self, frame: Frame) -> None:
        self.ply = frame.ply
        for listener in self.listeners:
            listener.queue_frame(frame)

    def _release(self) -> None:
        """Relay early frames as far as they are consecutive."""
        while (following := self.ply + 1) in self.early_frames:
            self.relay(self.early_frames.pop(following))

    def _skip(self) -> None:
        """Stop waiting: relay the early frames and let listeners detect their gaps."""
        for ply in sorted(self.early_frames):
            if ply > self.ply:
                self.relay(self.early_frames[ply])
        self.early_frames.clear()
