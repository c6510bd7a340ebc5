"""Listener: one socket or stream with its bounded queue.

A queue that grows too long, or a frame that does not fit onto the last one, collapses into one full
frame. Nothing here waits for the network.
"""

from __future__ import annotations

import asyncio
from collections import deque

from app.accounts.caller import Caller
from engine.core.event import Viewer


class Listener:
    """What waits to be sent to one reader, who may lose the right to it (`caller`).

    `ply` is that of the newest frame in the queue or sent; `wants_full` says that a full frame is
    to be made before anything else is sent; `newest` is the highest ply heard of.
    """

    __slots__ = (
        *("caller", "close", "match", "newest", "ply", "queue", "size", "viewer", "wake"),
        "wants_full",
    )

    def __init__(self, match: str, viewer: Viewer, size: int, caller: Caller | None = None) -> None:
        self.match = match
        self.viewer = viewer
        self.caller = caller
        self.size = size
        self.queue: deque[tuple[int | None, str]] = deque()
        self.ply = -1
        self.newest = -1
        self.wants_full = True
        self.close: int | None = None
        self.wake = asyncio.Event()

    def frame(self, ply: int, text: str) -> None:
        """A frame of a ply; an empty one says only that there is that ply."""
        self.newest = max(self.newest, ply)
        if self.wants_full or ply <= self.ply:
            return
        if not text or ply != self.ply + 1 or len(self.queue) >= self.size:
            self.want_full()
            return
        self.ply = ply
        self._push(ply, text)

    def aside(self, text: str) -> None:
        """A frame beside the plies; a reader that lets too many of them pile up is let go."""
        if len(self.queue) >= 2 * self.size:
            self.want_close(1008)
            return
        self._push(None, text)

    def want_full(self) -> None:
        """Everything that waits is replaced by one full frame."""
        self.wants_full = True
        self.queue = deque(item for item in self.queue if item[0] is None)
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close = code
        self.wake.set()

    def took_full(self, ply: int) -> None:
        """A full frame of this ply is about to be sent."""
        self.ply = ply
        self.wants_full = self.newest > ply
        self.queue = deque(item for item in self.queue if item[0] is None)

    async def next(self) -> str | None:
        """The next frame; None when a full frame or a close is wanted instead."""
        while True:
            if self.close is not None or self.wants_full:
                return None
            if self.queue:
                return self.queue.popleft()[1]
            self.wake.clear()
            await self.wake.wait()

    def _push(self, ply: int | None, text: str) -> None:
        self.queue.append((ply, text))
        self.wake.set()
