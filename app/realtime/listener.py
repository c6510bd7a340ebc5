"""Listener: the bounded send queue of one socket or stream (backpressure).

A full frame replaces a frame that does not follow the last one, and the queue of a reader that is
slower than its match (setting `listener_queue_size`). A reader that does not take frames outside
the ply sequence either is dropped. Nothing here waits for the network.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from app.accounts.caller import Caller
from app.bus.base import Frame
from app.wire.json_patch import websocket_message
from engine.core.event import Viewer


class Listener:
    """The queue of one reader; the access rights of its `caller` may end.

    `ply` is that of the newest frame queued or sent, `mark` the state it leads to, `newest` the
    highest ply known to exist. `wants_full`: a full frame must be sent before anything else.
    While the sender is idle, frames bypass the queue and go straight to the socket's `push`, if
    there is one and it accepts them.
    """

    __slots__ = (
        "caller",
        "close_code",
        "is_waiting",
        "mark",
        "match",
        "newest",
        "ply",
        "push",
        "queue",
        "size",
        "viewer",
        "wake",
        "wants_full",
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
        self.close_code: int | None = None
        self.push: Callable[[bytes], bool] | None = None
        self.wake = asyncio.Event()
        self.is_waiting = False

    def queue_frame(self, frame: Frame) -> None:
        """Queue the frame of a ply.

        If the rendering process and this reader know of different changes outside the log, the
        frame's base differs from the reader's state, and a full frame replaces it.
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
            self._enqueue(frame.ply, frame.text)

    def queue_aside(self, text: str) -> None:
        """Queue a frame outside the ply sequence; close the reader if too many pile up."""
        if len(self.queue) >= 2 * self.size:
            self.want_close(1008)
            return
        if not (self.push and self._may_push() and self.push(websocket_message(text))):
            self._enqueue(None, text)

    def want_full(self) -> None:
        """Replace all queued plies by one full frame."""
        self.wants_full = True
        self.queue = deque(item for item in self.queue if item[0] is None)
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close_code = code
        self.wake.set()

    def note_full(self, ply: int, mark: str) -> None:
        """Note that a full frame of this ply is about to be sent."""
        self.ply, self.mark = ply, mark
        self.wants_full = self.newest > ply
        self.queue = deque(item for item in self.queue if item[0] is None)

    async def next(self) -> str | None:
        """The next frame; None when the sender must send a full frame or close instead."""
        while True:
            if self.close_code is not None or self.wants_full:
                return None
            if self.queue:
                return self.queue.popleft()[1]
            self.wake.clear()
            self.is_waiting = True
            try:
                await self.wake.wait()
            finally:
                self.is_waiting = False

    def _may_push(self) -> bool:
        """Whether the frame may go straight to the socket: nothing else must be sent first."""
        return (
            self.is_waiting and not self.queue and not self.wants_full and self.close_code is None
        )

    def _enqueue(self, ply: int | None, text: str) -> None:
        self.queue.append((ply, text))
        self.wake.set()
