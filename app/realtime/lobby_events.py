"""Lobby stream, `/lobby/stream`: the list of public matches as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from app.infra.metrics import SOCKETS
from app.lobby.listing import Listing
from app.lobby.listing_events import Event, ListingSubscriber
from app.realtime.connections import AdmitStream
from app.realtime.match_stream import KEEPALIVE_S, RESTART_AFTER_S
from app.wire.frames import LobbyRestart

RETRY_LINE = b"retry: 2000\n\n"
"""Milliseconds after which a browser reconnects."""
KEEPALIVE_LINE = b":\n\n"
GOODBYE = Event(0, "restart", msgspec.json.encode(LobbyRestart(after=round(RESTART_AFTER_S[1]))))


async def lobby_events(
    listing: Listing, last: str, admit_stream: AdmitStream, account: str = ""
) -> AsyncIterator[bytes]:
    """Yield the list, or the events after `last`; then events as they happen, and keep-alives.
    Leaves out open tables at which a block keeps the account from sitting down.
    """
    subscriber = ListingSubscriber(account)
    with admit_stream(subscriber.want_close):
        SOCKETS.inc()
        try:
            yield RETRY_LINE
            await listing.join(subscriber, last)
            while subscriber.close_code is None:
                await listing.read_blocks(subscriber)
                for event in listing.events_for(subscriber):
                    yield sse(event, listing.id_of(event))
                try:
                    await asyncio.wait_for(subscriber.changed(), KEEPALIVE_S)
                except TimeoutError:
                    yield KEEPALIVE_LINE
            if subscriber.close_code == 1012:
                yield sse(GOODBYE)
        finally:
            SOCKETS.dec()
            listing.leave(subscriber)


def sse(event: Event, id: str = "") -> bytes:
    """An event in wire format."""
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {event.kind}\ndata: ".encode() + event.data + b"\n\n"
