"""Sender: drains a listener's queue; renders full frames at the moment they are sent."""

from __future__ import annotations

from collections.abc import AsyncIterator

from app.infra.problems import Problem
from app.matches.horizon.access import viewer_for
from app.matches.horizon.spectator_delay import sees_late
from app.matches.match_info import OVER
from app.matches.presence import Presence
from app.matches.projection import end, full
from app.matches.publisher import current_view
from app.matches.room import Room, class_of
from app.matches.room_cache import RoomCache
from app.realtime.delayed_feed import DelayedFeed
from app.realtime.hub import Hub
from app.realtime.listener import Listener
from app.wire import play
from app.wire.frames import RematchFrame, encode


class Sender:
    """Renders and drains the frames of this process's listeners."""

    def __init__(self, rooms: RoomCache, presence: Presence, hub: Hub) -> None:
        self.rooms = rooms
        self.presence = presence
        self.hub = hub

    async def outgoing(self, listener: Listener) -> AsyncIterator[str]:
        """The frames for a listener, in order, until it must be closed."""
        while listener.close_code is None:
            if listener.wants_full:
                for frame in await self.render_full(listener):
                    yield frame
            text = await listener.next()
            if text is not None:
                yield text

    async def render_full(self, listener: Listener) -> list[str]:
        """A full frame, followed by the `end` of a finished match. Empty if the viewer may not see
        it, and then the listener is closed; or not see it yet, and then it still wants the frame.
        """
        room = await self.rooms.get(listener.match)
        if room.ply < listener.newest:
            await self.rooms.refresh(room)
        presence = self.presence.of(room)
        if not is_same_viewer(room, listener):
            listener.want_close(1012)
            return []
        feed = self.hub.feed_of(listener)
        if isinstance(feed, DelayedFeed):
            has_begun = room.match is not None
            late = await feed.full(listener, presence.spectators, has_begun=has_begun)
            if late is not None:
                return late
            await self.rooms.refresh(room)
            if sees_late(room.info, listener.viewer):
                return []
        elif sees_late(room.info, listener.viewer):
            listener.want_close(1012)
            return []
        frames = full_frames(room, listener, presence)
        listener.note_full(room.ply, current_view(room, listener.viewer).mark)
        return frames


def is_same_viewer(room: Room, listener: Listener) -> bool:
    """Whether the listener still has the viewer it joined as: seats change hands."""
    try:
        viewer = viewer_for(room, listener.caller)
    except Problem:
        return False
    return class_of(viewer) == class_of(listener.viewer)


def full_frames(room: Room, listener: Listener, presence: play.Presence) -> list[str]:
    frames = [encode(full(room, current_view(room, listener.viewer), listener.viewer, presence))]
    if room.info.status in OVER and room.match is not None:
        frames.append(encode(end(room.info, room.match)))
    if room.info.rematch:
        frames.append(encode(RematchFrame(match=room.info.rematch)))
    return frames
