"""Parking: pauses a match whose rules took too long or failed, at its last good state, or that the
staff wants to look at.

Nothing retries; the staff resumes the match, after a failure when the rules are fixed or the
machine is less busy.
"""

from __future__ import annotations

import structlog

from app.clocks.timekeeping import pause_clocks, resume_clocks
from app.infra.metrics import PARKED
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.automation.auto_answer_rules import after_resume
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.room import Room
from app.wire.literals import PauseReason

RULES: PauseReason = "rules"
STAFF: PauseReason = "operator"
log = structlog.get_logger("conclave.park")


class Parking:
    """Parks matches, and resumes them for the staff."""

    def __init__(self, locks: MatchLocks, changes: MatchChanges, settings: PlaySettings) -> None:
        self.locks = locks
        self.changes = changes
        self.settings = settings

    async def park(self, room: Room) -> None:
        """Pause the match, stop its clocks and notify every viewer."""
        PARKED.inc()
        log.error("match parked", match=room.info.id, game=room.game.id, ply=room.ply)
        async with self.locks.lock(room.info.id) as locked:
            if locked.row.status == "playing":
                _pause(locked, RULES)
        await self.changes.reload(room.info.id)

    async def park_for_staff(self, match: str) -> None:
        """Pause a match until the staff resumes it, and stop its clocks. Raises Problem."""
        async with self.locks.lock(match) as locked:
            locked.require_begun()
            if locked.row.status == "paused":
                raise Problem("paused")
            _pause(locked, STAFF)
            await locked.close_offers()
        log.info("match parked by the staff", match=match, ply=locked.row.ply)
        await self.changes.announce(match)

    async def resume(self, match: str) -> None:
        """Resume a parked match from where it stands. Raises Problem."""
        async with self.locks.lock(match) as locked:
            if locked.row.status != "paused" or locked.row.paused_for == "agreed":
                raise Problem("forbidden", "This match is not parked.")
            locked.row.status, locked.row.paused_for = "playing", None
            if locked.times and locked.clock.runs:
                resume_clocks(
                    locked.clock, locked.times, locked.info.timed, locked.waiting, locked.moment
                )
            if locked.times:
                locked.times.at = locked.moment
                after_resume(self.settings, locked.times)
            locked.due_now = True
        log.info("match resumed", match=match, ply=locked.row.ply)
        await self.changes.announce(match)


def _pause(locked: LockedMatch, reason: PauseReason) -> None:
    locked.row.status, locked.row.paused_for = "paused", reason
    if locked.times:
        pause_clocks(locked.times, locked.moment)
