"""Hosts: who may change, start and close a table before its match starts.

The creator hosts a table until it passes on: when the host leaves, to the person who has sat there
longest; when the host has not been connected for a while, to the first player who acts for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.caller import Caller
from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.automation.deadlines import datetime_of_ms, host_timeout, table_expiry
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch
from app.matches.models import MatchRow, SeatRow, hosted_by

STAMP_PAUSE_S = 60.0
"""Minimum pause between two notes of a connected host."""
BATCH_SIZE = 500
EARLIEST = datetime.min.replace(tzinfo=UTC)
log = structlog.get_logger("conclave.hosts")


class Hosts:
    """The hosts of open tables, and which of them are gone."""

    def __init__(
        self,
        database: Database,
        changes: MatchChanges,
        service_clock: ServiceClock,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.changes = changes
        self.service_clock = service_clock
        self.settings = settings
        self._requesting_hosts: set[str] = set()

    def is_gone(self, row: MatchRow) -> bool:
        """Whether players at an open table may act for its host, who has not been connected for
        `host_timeout`. Time before this process began to serve does not count: no host was noted.
        """
        return row.status == "open" and self.service_clock.date() >= self._gone_at(row)

    def next_check_at(self, row: MatchRow) -> datetime:
        """When the sweeper next checks an open table."""
        host_gone_at, expiry = self._gone_at(row), table_expiry(self.settings, row)
        return min(host_gone_at, expiry) if host_gone_at > self.service_clock.date() else expiry

    def _gone_at(self, row: MatchRow) -> datetime:
        clock = self.service_clock
        seen = max(row.host_seen_at or row.created_at, datetime_of_ms(clock.since + clock.downtime))
        return seen + host_timeout(self.settings, row)

    def require_host(self, locked: LockedMatch, caller: Caller) -> None:
        """Raises Problem forbidden unless the caller is the host, or sits at the table and the
        host is gone: then the caller becomes the host.
        """
        if locked.row.hosted_by != caller.account:
            if not (locked.find_seat(caller.account) and self.is_gone(locked.row)):
                raise Problem("forbidden", "Only the host of the table may do that.")
            locked.row.host = caller.account
        locked.row.host_seen_at = self.service_clock.date()

    def pass_on(self, locked: LockedMatch, left: str) -> None:
        """Pass a table whose host has `left` on to the person who has sat there longest, if any."""
        next_host = _next_host(locked.seats)
        if locked.row.hosted_by == left and next_host is not None:
            locked.row.host, locked.row.host_seen_at = next_host, self.service_clock.date()

    def note(self, row: MatchRow, caller: str | None) -> None:
        """Note that the host is here if the caller, who requests the table, hosts it."""
        if caller is not None and row.status == "open" and row.hosted_by == caller:
            self._requesting_hosts.add(caller)

    async def keep_noting(self, connected: Callable[[], Iterable[str]]) -> None:
        """Note at regular intervals which hosts are connected to this process."""
        while True:
            await asyncio.sleep(min(STAMP_PAUSE_S, self.settings.host_gone_after / 3))
            seen, self._requesting_hosts = {*connected(), *self._requesting_hosts}, set()
            try:
                await self.record_seen(sorted(seen))
            except (SQLAlchemyError, OSError) as error:
                log.warning("hosts could not be noted", error=type(error).__name__)

    async def record_seen(self, accounts: Sequence[str]) -> None:
        """Note that these accounts are here, and announce the tables whose hosts are back."""
        for first in range(0, len(accounts), BATCH_SIZE):
            batch = accounts[first : first + BATCH_SIZE]
            hosted = sa.and_(MatchRow.status == "open", hosted_by(batch))
            async with self.database.reading() as session:
                if await session.scalar(sa.select(MatchRow.id).where(hosted).limit(1)) is None:
                    continue
            returned = []
            async with self.database.writing() as session:
                query = sa.select(MatchRow).where(hosted).with_for_update(skip_locked=True)
                for row in (await session.scalars(query)).all():
                    if self.is_gone(row):
                        row.edition += 1
                        returned.append(row.id)
                    row.host_seen_at = self.service_clock.date()
                    row.due = self.next_check_at(row)
            for match in returned:
                await self.changes.announce(match)


def _next_host(seats: Sequence[SeatRow]) -> str | None:
    people = [seat for seat in seats if seat.account and seat.kind == "human"]
    first = min(people, key=lambda seat: (seat.sat_at or EARLIEST, seat.seat), default=None)
    return first.account if first else None
