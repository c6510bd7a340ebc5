"""Sending: what a listener's queue holds goes out, full frames made at the moment they go."""

from __future__ import annotations

from collections.abc import AsyncIterator

from app.live.frames import encode
from app.live.listener import Listener
from app.matches.projection import end, full
from app.matches.publish import shown_to
from app.matches.room import Room
from app.services import Services


async def outgoing(services: Services, listener: Listener) -> AsyncIterator[str]:
    """The frames for a listener, one after another, until it is to be closed."""
    while listener.close is None:
        if listener.wants_full:
            for frame in await fulls(services, listener):
                yield frame
        text = await listener.next()
        if text is not None:
            yield text


async def fulls(services: Services, listener: Listener) -> list[str]:
    """A full frame, and the end after it where there was one. Raises Problem."""
    room = await services.rooms.get(listener.match)
    if room.ply < listener.newest:
        await services.rooms.refresh(room)
    frames = await full_frames(services, room, listener)
    listener.took_full(room.ply)
    return frames


async def full_frames(services: Services, room: Room, listener: Listener) -> list[str]:
    presence = await services.presence.of(room)
    frames = [encode(full(room, shown_to(room, listener.viewer), listener.viewer, presence))]
    if room.facts.status == "finished" and room.match is not None:
        frames.append(encode(end(room)))
    return frames
