"""Open decisions: finds the room and decision that a caller wants help with (hints, worlds)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.accounts.caller import Caller
from app.matches.commands import CommandPipeline
from app.matches.errors import refusal, require_player
from app.matches.horizon.access import seat_for
from app.matches.match_info import MatchInfo
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.wire.play import Decision
from engine.core.errors import EngineError
from engine.core.match import find_decision

Admits = Callable[[MatchInfo, int], None]


class OpenDecisions:
    """Finds the rooms and open decisions of callers."""

    def __init__(self, rooms: RoomCache, pipeline: CommandPipeline) -> None:
        self.rooms = rooms
        self.pipeline = pipeline

    async def get(
        self, match: str, decision: str, caller: Caller, admits: Admits | None = None
    ) -> tuple[Room, int]:
        """The room, and the caller's seat, which has this open decision. `admits` raises a Problem
        if the seat may not have the help. Raises Problem.
        """
        room = await self.rooms.fresh(match)
        seat = seat_for(room, caller)
        require_player(room.info, caller.account, seat)
        playing = room.started_match
        if admits is not None:
            admits(room.info, seat)
        try:
            find_decision(playing, seat, decision)
        except EngineError as error:
            own = await self.pipeline.decisions(match, seat)
            questions = msgspec.json.decode(own, type=list[Decision])
            raise refusal(error, questions, decision) from None
        return room, seat
