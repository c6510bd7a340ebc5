"""`/lobby/stream`: the board as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from app.container import Services
from app.infra.metrics import SOCKETS
from app.lobby.listing import Event, ListingSubscriber
from app.realtime.connections import AdmitStream
from app.realtime.match_stream import BREATH, RESTART

AGAIN = b"retry: 2000\n\n"
"""Milliseconds after which a browser comes back."""
ALIVE = b":\n\n"
GOODBYE = Event(0, "restart", msgspec.json.encode({"after": RESTART["after"]}))


async def lobby_events(services: Services, last: str, way: AdmitStream) -> AsyncIterator[bytes]:
    """A list, or what was missed since the event `last`; then events, and a sign of life."""
    board = services.listing
    watcher = ListingSubscriber()
    with way(watcher.want_close):
        SOCKETS.inc()
        try:
            yield AGAIN
            await board.join(watcher, last)
            while watcher.close is None:
                for event in _due(services, watcher):
                    yield sse(event, board.id_of(event))
                try:
                    await asyncio.wait_for(watcher.changed(), BREATH)
                except TimeoutError:
                    yield ALIVE
            if watcher.close == 1012:
                yield sse(GOODBYE)
        finally:
            SOCKETS.dec()
            board.leave(watcher)


def _due(services: Services, watcher: ListingSubscriber) -> list[Event]:
    """What waits for the watcher."""
    if watcher.wants_list:
        watcher.wants_list = False
        return [services.listing.whole()]
    events = list(watcher.queue)
    watcher.queue.clear()
    return events


def sse(event: Event, id: str = "") -> bytes:
    """An event as it travels."""
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {event.kind}\ndata: ".encode() + event.data + b"\n\n"
