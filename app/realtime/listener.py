"""Listener: one socket or stream with its bounded queue.

A queue that grows too long, or a frame that does not fit onto the last one, collapses into one full
frame. Nothing here waits for the network.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from app.accounts.caller import Caller
from app.bus.base import Frame
from app.wire.json_patch import on_the_wire
from engine.core.event import Viewer


class Listener:
    """What waits to be sent to one reader, who may lose the right to it (`caller`).

    `ply` is that of the newest frame in the queue or sent, `mark` what it leads to; `wants_full`
    says that a full frame is to be made before anything else is sent; `newest` is the highest ply
    heard of. While whoever empties the queue waits for something, frames go straight to the `push`
    of the socket, if it has one and it takes them.
    """

    __slots__ = (
        *("caller", "close", "mark", "match", "newest", "ply", "push", "queue", "size", "viewer"),
        *("wake", "waits", "wants_full"),
    )

    def __init__(self, match: str, viewer: Viewer, size: int, caller: Caller | None = None) -> None:
        self.match = match
        self.viewer = viewer
        self.caller = caller
        self.size = size
        self.queue: deque[tuple[int | None, str]] = deque()
        self.ply = -1
        self.mark = ""
        self.newest = -1
        self.wants_full = True
        self.close: int | None = None
        self.push: Callable[[bytes], bool] | None = None
        self.wake = asyncio.Event()
        self.waits = False

    def frame(self, frame: Frame) -> None:
        """A frame of a ply has come.

        Another process may have made it while it knew already (or not yet) of a change that is no
        ply: then it leads from something else than what this reader has.
        """
        self.newest = max(self.newest, frame.ply)
        if self.wants_full or frame.ply <= self.ply:
            return
        follows = frame.ply == self.ply + 1 and frame.base == self.mark
        if not frame.text or not follows or len(self.queue) >= self.size:
            self.want_full()
            return
        self.ply, self.mark = frame.ply, frame.mark
        if not (self.push and self._may_push() and self.push(frame.wire)):
            self._keep(frame.ply, frame.text)

    def aside(self, text: str) -> None:
        """A frame beside the plies; a reader that lets too many of them pile up is let go."""
        if len(self.queue) >= 2 * self.size:
            self.want_close(1008)
            return
        if not (self.push and self._may_push() and self.push(on_the_wire(text))):
            self._keep(None, text)

    def want_full(self) -> None:
        """Everything that waits is replaced by one full frame."""
        self.wants_full = True
        self.queue = deque(item for item in self.queue if item[0] is None)
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close = code
        self.wake.set()

    def took_full(self, ply: int, mark: str) -> None:
        """A full frame of this ply is about to be sent."""
        self.ply, self.mark = ply, mark
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
            self.waits = True
            try:
                await self.wake.wait()
            finally:
                self.waits = False

    def _may_push(self) -> bool:
        """Whether nothing is to be sent before."""
        return self.waits and not self.queue and not self.wants_full and self.close is None

    def _keep(self, ply: int | None, text: str) -> None:
        self.queue.append((ply, text))
        self.wake.set()
