"""Timeouts: take seats from players whose time is up, as the clock says (`app.clocks.timeouts`)."""

from __future__ import annotations

from app.accounts.owners import lock_person
from app.clocks.service_time import ServiceClock
from app.clocks.timeouts import TIMEOUTS
from app.forfeits.resignation import give_up
from app.forfeits.substitution import seat_bot
from app.infra.problems import Problem
from app.infra.settings import LimitSettings, PlaySettings
from app.matches.automation.due_actions import ignore_no_longer_due, timed_out
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.quotas import may_start_bot_match
from app.matches.room import Room
from app.matches.store.group_commit import Writer
from app.wire.literals import OnTimeout


class Timeouts:
    """Takes seats that are out of time."""

    def __init__(
        self,
        locks: MatchLocks,
        changes: MatchChanges,
        service_clock: ServiceClock,
        writer: Writer,
        play: PlaySettings,
        limits: LimitSettings,
    ) -> None:
        self.locks = locks
        self.changes = changes
        self.service_clock = service_clock
        self.writer = writer
        self.play = play
        self.limits = limits

    async def attend(self, room: Room) -> None:
        """Take the seats of a match that are out of time, unless the database refuses answers."""
        if self.writer.refused is not None or not TIMEOUTS[room.info.clock.on_timeout].loses_seat:
            return
        for seat in timed_out(room.info, self.service_clock, self.play):
            with ignore_no_longer_due():
                await self._take_seat(room.info.id, seat)

    async def _take_seat(self, match: str, number: int) -> None:
        """Take a seat that is out of time. Raises Problem stale-decision if it is not."""
        async with self.locks.lock(match) as locked:
            locked.require_begun()
            if number not in timed_out(locked.info, self.service_clock, self.play):
                raise Problem("stale-decision")
            await take_seat(locked, number, locked.clock.on_timeout, self.limits)
        await self.changes.announce(match, locked.left)


async def take_seat(
    locked: LockedMatch, number: int, on_timeout: OnTimeout, limits: LimitSettings
) -> None:
    """Take a seat that is out of time.

    If its player may return, a match with only built-in bots left goes on, unless its creator has
    reached the limit on such matches.
    """
    if TIMEOUTS[on_timeout].resigns:
        await give_up(locked, number, "forfeit", "forfeit")
        return
    await seat_bot(locked, number, locked.catalogue.substitute_bot)
    has_players = any(seat.account for seat in locked.seats)
    if not has_players and not await _may_continue_with_bots(locked, limits):
        await locked.end("finished", "forfeit")


async def _may_continue_with_bots(locked: LockedMatch, limits: LimitSettings) -> bool:
    """Whether the creator may have one more match among bots alone."""
    session, row = locked.session, locked.row
    await lock_person(session, row.creator)
    return await may_start_bot_match(session, limits, row.creator, row.id)
