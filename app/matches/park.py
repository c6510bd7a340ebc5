"""Parking: pauses a match whose rules took too long, at its last good state, with no retry.

The operator resumes it when the rules have been fixed or the machine is less busy.
"""

from __future__ import annotations

import structlog

from app.clocks.timekeeping import go_on, halt
from app.infra.metrics import PARKED
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.matches.auto_answer_rules import resumed
from app.matches.changes import MatchChanges
from app.matches.locked import MatchLocks
from app.matches.room import Room
from app.wire.literals import PauseReason

RULES: PauseReason = "rules"
log = structlog.get_logger("conclave.park")


class Parking:
    """Parks matches whose rules failed, and resumes them for the operator."""

    def __init__(self, locks: MatchLocks, changes: MatchChanges, settings: Settings) -> None:
        self.locks = locks
        self.changes = changes
        self.settings = settings

    async def park(self, room: Room) -> None:
        """Pause the match, stop its clocks and notify every viewer."""
        PARKED.inc()
        log.error("match parked", match=room.info.id, game=room.game.id, ply=room.ply)
        async with self.locks.lock(room.info.id) as held:
            if held.row.status == "playing":
                held.row.status, held.row.paused_for = "paused", RULES
                if held.times:
                    halt(held.times, held.moment)
        await self.changes.reload(room.info.id)

    async def resume(self, match: str) -> None:
        """Resume a parked match from where it stands. Raises Problem."""
        async with self.locks.lock(match) as held:
            if held.row.status != "paused" or held.row.paused_for == "agreed":
                raise Problem("forbidden", "This match is not parked.")
            held.row.status, held.row.paused_for = "playing", None
            if held.times and held.clock.runs:
                go_on(held.clock, held.times, held.info.timed, held.waiting, held.moment)
            if held.times:
                held.times.at = held.moment
                resumed(self.settings, held.times)
            held.wanted_now = True
        log.info("match resumed", match=match, ply=held.row.ply)
        await self.changes.announce(match)
