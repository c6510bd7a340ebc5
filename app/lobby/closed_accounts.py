"""Closed accounts: their tables pass on or close, invitations lapse, and running matches go on
without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.infra.database import Database
from app.infra.problems import Problem
from app.lobby.hosts import Hosts
from app.lobby.invitations import withdraw
from app.lobby.open_tables import close_table
from app.lobby.seats import clear_seat, name_seats
from app.matches.end import MatchEnder
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.match_info import OVER
from app.matches.models import MatchRow, SeatRow, hosted_by


class ClosedAccounts:
    """Takes closed accounts out of unfinished matches. Each step may be repeated."""

    def __init__(
        self, database: Database, locks: MatchLocks, ender: MatchEnder, hosts: Hosts
    ) -> None:
        self.database = database
        self.locks = locks
        self.ender = ender
        self.hosts = hosts

    async def leave_matches(self, accounts: Sequence[str]) -> None:
        """The accounts are closed. Others may replace them in running matches at once; a match
        without other players ends.
        """
        for match in await self._matches_of(accounts):
            with suppress(Problem):  # its game is no longer installed
                async with self.locks.lock(match) as locked:
                    if locked.row.status == "open":
                        await self._leave_table(locked, accounts)
                    elif locked.row.status not in OVER:
                        await _leave_match(locked, accounts)
                await self.ender.announce(locked)

    async def return_to_matches(self, accounts: Sequence[str]) -> None:
        """The accounts are open again: unless they were replaced, they are no longer gone."""
        for match in await self._matches_of(accounts):
            with suppress(Problem):
                async with self.locks.lock(match) as locked:
                    for seat in locked.seats:
                        seat.account_closed = seat.account_closed and seat.account not in accounts
                await self.ender.announce(locked)

    async def _matches_of(self, accounts: Sequence[str]) -> Sequence[str]:
        """The unfinished matches in which the accounts sit or are invited, or that they host."""
        has_seat = sa.or_(SeatRow.account.in_(accounts), SeatRow.invited.in_(accounts))
        hosts = sa.and_(MatchRow.status == "open", hosted_by(accounts))
        query = sa.select(MatchRow.id).where(
            MatchRow.status.not_in(OVER),
            sa.or_(MatchRow.id.in_(sa.select(SeatRow.match).where(has_seat)), hosts),
        )
        async with self.database.reading() as session:
            return (await session.scalars(query)).all()

    async def _leave_table(self, locked: LockedMatch, accounts: Sequence[str]) -> None:
        host = locked.row.hosted_by
        for seat in locked.seats:
            if seat.account in accounts:
                locked.left.append(str(seat.account))
                clear_seat(seat)
            elif seat.invited and (host in accounts or seat.invited in accounts):
                locked.left.append(withdraw(seat))
        await name_seats(locked.session, locked.seats)
        if host in accounts:
            self.hosts.pass_on(locked, host)
        if locked.row.hosted_by in accounts:
            await close_table(locked)


async def _leave_match(locked: LockedMatch, accounts: Sequence[str]) -> None:
    for seat in locked.seats:
        seat.account_closed = seat.account_closed or seat.account in accounts
    if all(seat.account_closed or not seat.account for seat in locked.seats):
        await locked.end("aborted", "closed", counts=False)


async def closed_among(session: AsyncSession, accounts: Sequence[str | None]) -> set[str]:
    """Those of the accounts that are closed."""
    query = sa.select(Account.id).where(Account.id.in_(accounts), Account.closed_at.is_not(None))
    return set((await session.scalars(query)).all())
