"""Match stream: frames as JSON lines over HTTP, for bots and scripts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from app.accounts.caller import Caller
from app.bus.base import Frame
from app.container import Services
from app.infra.metrics import SOCKETS
from app.infra.problems import Problem
from app.realtime.connections import AdmitStream
from app.realtime.listener import Listener
from app.realtime.sender import fulls
from app.wire.json_patch import encode
from engine.core.event import Viewer

KEEPALIVE_S = 7.0
"""Idle time after which an empty line is sent."""
RESTART: dict[str, Any] = {"t": "restart", "after": 2}
"""The last line when the process ends: reconnect after this many seconds."""


async def stream_lines(
    services: Services,
    match: str,
    viewer: Viewer,
    caller: Caller | None,
    way: AdmitStream,
    deltas: bool,
) -> AsyncIterator[bytes]:
    """A full frame, then one frame per change (full unless `deltas`), chat and presence."""
    kind = Listener if deltas else FullListener
    listener = kind(match, viewer, services.settings.listener_queue_size, caller)
    with way(listener.want_close):
        services.presence.arrive(match, viewer)
        SOCKETS.inc()
        try:
            await services.hub.join(listener)
            while listener.close is None:
                if listener.wants_full:
                    for frame in await _fulls(services, listener):
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
            services.presence.depart(match, viewer)
            services.hub.leave(listener)


async def _fulls(services: Services, listener: Listener) -> list[str]:
    """Full frames; if this process can't render them, tell the client to reconnect to another."""
    try:
        return await fulls(services, listener)
    except Problem:
        listener.want_close(1012)
        return [encode(RESTART)]


class FullListener(Listener):
    """Sends a full frame for every change; coalesces changes that outpace the reader into one."""

    def frame(self, frame: Frame) -> None:
        self.newest = max(self.newest, frame.ply)
        if frame.ply > self.ply:
            self.want_full()
