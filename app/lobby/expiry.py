"""Open tables: closed by their creators, or by the scheduler after a long idle time."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.matches.deadlines import table_expiry
from app.matches.end import MatchEnder
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import MatchRow


class OpenTables:
    """Closes open tables."""

    def __init__(
        self,
        database: Database,
        locks: MatchLocks,
        ender: MatchEnder,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        self.database = database
        self.locks = locks
        self.ender = ender
        self.service_clock = service_clock
        self.settings = settings

    async def close(self, match: str, caller: Caller) -> None:
        """Close the caller's own open table. Raises Problem forbidden, already-started or
        not-found.
        """
        async with self.locks.lock(match) as held:
            if held.row.creator != caller.account:
                raise Problem("forbidden", "Only the creator may do that.")
            if held.row.status != "open":
                raise Problem("already-started")
            await _close(held)
        await self.ender.announce(held)

    async def close_if_idle(self, match: str) -> None:
        """Close an idle open table; otherwise store when the sweeper is to look again."""
        async with self.database.writing() as session:
            row = await session.get(MatchRow, match, with_for_update=True)
            if row is None or row.status != "open":
                return
            row.due = table_expiry(self.settings, row)
            if row.due > self.service_clock.date():
                return
        async with self.locks.lock(match) as held:
            if (
                held.row.status != "open"
                or table_expiry(self.settings, held.row) > self.service_clock.date()
            ):
                return
            await _close(held)
        await self.ender.announce(held)


async def _close(held: LockedMatch) -> None:
    held.left += [seat.invited for seat in held.seats if seat.invited]
    await held.end("aborted", "closed", counts=False)
