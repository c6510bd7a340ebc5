"""Open tables: the host closes them, or the sweeper after `OPEN_TABLE_SECONDS` without change."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.lobby.hosts import Hosts
from app.matches.automation.deadlines import table_expiry
from app.matches.end import MatchEnder
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import MatchRow
from app.matches.room import Room


class OpenTables:
    """Closes open tables."""

    def __init__(
        self,
        database: Database,
        locks: MatchLocks,
        ender: MatchEnder,
        hosts: Hosts,
        service_clock: ServiceClock,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.locks = locks
        self.ender = ender
        self.hosts = hosts
        self.service_clock = service_clock
        self.settings = settings

    async def close(self, match: str, caller: Caller) -> None:
        """Close an open table that the caller hosts. Raises Problem forbidden, already-started or
        not-found.
        """
        async with self.locks.lock(match) as locked:
            self.hosts.require_host(locked, caller)
            if locked.row.status != "open":
                raise Problem("already-started")
            await close_table(locked)
        await self.ender.announce(locked)

    async def attend(self, room: Room) -> None:
        """Close an open table that is idle, or announce that its host is gone; store when the
        sweeper checks it next.
        """
        match = room.info.id
        async with self.database.writing() as session:
            row = await session.get(MatchRow, match, with_for_update=True)
            if row is None or row.status != "open":
                return
            is_idle = table_expiry(self.settings, row) <= self.service_clock.date()
            is_left = not is_idle and self.hosts.is_gone(row)
            row.edition += is_left
            row.due = self.hosts.next_check_at(row)
        if is_idle:
            await self._close_idle(match)
        if is_left:
            await self.ender.changes.announce(match)

    async def _close_idle(self, match: str) -> None:
        async with self.locks.lock(match) as locked:
            if (
                locked.row.status != "open"
                or table_expiry(self.settings, locked.row) > self.service_clock.date()
            ):
                return
            await close_table(locked)
        await self.ender.announce(locked)


async def close_table(locked: LockedMatch) -> None:
    """Abort a match that has not begun."""
    locked.left += [seat.invited for seat in locked.seats if seat.invited]
    await locked.end("aborted", "closed", counts=False)
