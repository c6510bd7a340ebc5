"""Rules failures: counts failures of the rules in due actions and bots' moves, by match, and parks
a match after too many.
"""

from __future__ import annotations

from app.matches.park import Parking
from app.matches.room import Room

MAX_FAILURES = 3
"""How often the rules may fail at one ply before the match is parked."""


class RulesFailures:
    """The failures at the present ply of each match, in this process."""

    def __init__(self, parking: Parking) -> None:
        self.parking = parking
        self._failed: dict[str, tuple[int, int]] = {}

    async def count(self, room: Room) -> None:
        """Count a failure; parks the match once it was the last one allowed."""
        ply, failures = self._failed.pop(room.info.id, (room.ply, 0))
        failures = failures + 1 if ply == room.ply else 1
        if failures < MAX_FAILURES:
            self._failed[room.info.id] = (room.ply, failures)
        else:
            await self.parking.park(room)
