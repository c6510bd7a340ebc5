"""Changes: announces changes of a match outside its log, after they are committed."""

from __future__ import annotations

from collections.abc import Sequence

from app.matches.hooks import MatchChanged, MatchHooks
from app.matches.publisher import Publisher
from app.matches.room import Room
from app.matches.room_cache import RoomCache


class MatchChanges:
    """Announces committed changes of seats, status, clocks and offers."""

    def __init__(self, rooms: RoomCache, publisher: Publisher, hooks: MatchHooks) -> None:
        self.rooms = rooms
        self.publisher = publisher
        self.hooks = hooks

    async def announce(self, match: str, left: Sequence[str] = ()) -> None:
        """Make the match's viewers reload it, and run the hooks; `left` are accounts that had a
        seat, which are notified a last time.
        """
        room = await self.reload(match)
        self.hooks.changed(MatchChanged(room, left))

    async def reload(self, match: str) -> Room:
        """Make a match's viewers reload it, without notifying its players."""
        self.rooms.note_change(match)
        room = await self.rooms.get(match)
        await self.rooms.refresh(room)
        self.publisher.announce_change(room)
        return room
