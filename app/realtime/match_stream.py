"""Match stream: frames as JSON lines over HTTP, for bots and scripts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

from app.accounts.caller import Caller
from app.bus.base import Frame
from app.infra.metrics import SOCKETS
from app.infra.problems import Problem
from app.matches.presence import Presence
from app.realtime.connections import AdmitStream
from app.realtime.hub import Hub
from app.realtime.listener import Listener
from app.realtime.sender import Sender
from app.wire.frames import RestartFrame, encode
from engine.core.event import Viewer

KEEPALIVE_S = 7.0
"""Idle time after which an empty line is sent."""
RESTART_AFTER_S = (0.5, 2.0)
"""Bounds of the random seconds after which clients reconnect when their process ends, so they do
not come all at once.
"""


def restart_frame() -> RestartFrame:
    """The last frame when the process ends."""
    return RestartFrame(after=round(random.uniform(*RESTART_AFTER_S), 2))


class MatchStreams:
    """The match streams of this process; `queue_size` bounds how many frames one may lag behind."""

    def __init__(self, hub: Hub, presence: Presence, sender: Sender, queue_size: int) -> None:
        self.hub = hub
        self.presence = presence
        self.sender = sender
        self.queue_size = queue_size

    async def lines(
        self,
        match: str,
        viewer: Viewer,
        caller: Caller | None,
        admit_stream: AdmitStream,
        *,
        deltas: bool,
    ) -> AsyncIterator[bytes]:
        """Yield a full frame, then a frame per change (full unless `deltas`), chat and presence."""
        kind = Listener if deltas else FullListener
        listener = kind(match, viewer, self.queue_size, caller)
        with admit_stream(listener.want_close):
            self.presence.arrive(match, viewer)
            SOCKETS.inc()
            try:
                await self.hub.join(listener)
                while listener.close_code is None:
                    if listener.wants_full:
                        for frame in await self._render_full(listener):
                            yield frame.encode() + b"\n"
                    try:
                        text = await asyncio.wait_for(listener.next(), KEEPALIVE_S)
                    except TimeoutError:
                        text = ""
                    if text is not None:
                        yield text.encode() + b"\n"
                for _, text in listener.queue:
                    yield text.encode() + b"\n"
            finally:
                SOCKETS.dec()
                self.presence.depart(match, viewer)
                self.hub.leave(listener)

    async def _render_full(self, listener: Listener) -> list[str]:
        """Full frames, or a restart frame if this process can't render them."""
        try:
            return await self.sender.render_full(listener)
        except Problem:
            listener.want_close(1012)
            return [encode(restart_frame())]


class FullListener(Listener):
    """Sends a full frame for every change; coalesces changes that outpace the reader into one."""

    def queue_frame(self, frame: Frame) -> None:
        self.newest = max(self.newest, frame.ply)
        if frame.ply > self.ply:
            self.want_full()
