"""Frames as lines of JSON over HTTP, for bots and scripts."""

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

BREATH = 7.0
"""Seconds after which an empty line is sent."""
RESTART: dict[str, Any] = {"t": "restart", "after": 2}
"""The last line of a process that ends: come back after so many seconds."""


async def stream_lines(
    services: Services,
    match: str,
    viewer: Viewer,
    caller: Caller | None,
    way: AdmitStream,
    deltas: bool,
) -> AsyncIterator[bytes]:
    """A full frame, then a frame a change (full ones unless `deltas`), chat and presence."""
    kind = Listener if deltas else FullListener
    listener = kind(match, viewer, services.settings.queue_of_a_listener, caller)
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
                    text = await asyncio.wait_for(listener.next(), BREATH)
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
    """Full frames; where this process can't make them another one may: come back."""
    try:
        return await fulls(services, listener)
    except Problem:
        listener.want_close(1012)
        return [encode(RESTART)]


class FullListener(Listener):
    """Every change becomes a full frame; changes that come faster than they are read, one."""

    def frame(self, frame: Frame) -> None:
        self.newest = max(self.newest, frame.ply)
        if frame.ply > self.ply:
            self.want_full()
