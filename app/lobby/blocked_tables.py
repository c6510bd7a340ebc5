"""Blocked tables: separates two accounts at open tables once one of them blocks the other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa

from app.accounts.blocks import with_bots
from app.infra.database import Database
from app.infra.problems import Problem
from app.lobby.hosts import Hosts
from app.lobby.invitations import withdraw
from app.lobby.seats import clear_seat, name_seats
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import MatchRow, SeatRow, hosted_by


class BlockedTables:
    """Separates accounts at open tables; matches that have begun go on."""

    def __init__(
        self, database: Database, locks: MatchLocks, changes: MatchChanges, hosts: Hosts
    ) -> None:
        self.database = database
        self.locks = locks
        self.changes = changes
        self.hosts = hosts

    async def separate(self, account: str, other: str) -> None:
        """The account has blocked the other: at a table that one of them hosts, the other leaves;
        at any other table the account itself leaves, so a block can't remove other players.
        """
        async with self.database.reading() as session:
            blocked = await with_bots(session, other)
            query = sa.select(MatchRow.id).where(
                MatchRow.status == "open", _involves([account]), _involves(blocked)
            )
            matches = (await session.scalars(query)).all()
        for match in matches:
            with suppress(Problem):  # it has begun meanwhile, or its game is no longer installed
                async with self.locks.lock(match) as locked:
                    locked.require_open()
                    await self._separate_at(locked, account, blocked)
                await self.changes.announce(match, locked.left)

    async def _separate_at(self, locked: LockedMatch, account: str, blocked: Sequence[str]) -> None:
        host = locked.row.hosted_by
        leaving: Sequence[str] = blocked if host == account else [account]
        shares_table = any(seat.account in blocked for seat in locked.seats)
        for seat in locked.seats:
            if seat.account in leaving and (shares_table or host in blocked):
                locked.left.append(str(seat.account))
                clear_seat(seat)
            elif seat.invited in leaving and (host == account or host in blocked):
                locked.left.append(withdraw(seat))
        await name_seats(locked.session, locked.seats)


def _involves(accounts: Sequence[str]) -> sa.ColumnElement[bool]:
    """Tables that these accounts host, or where they sit or are invited."""
    has_seat = sa.or_(SeatRow.account.in_(accounts), SeatRow.invited.in_(accounts))
    seats = sa.select(SeatRow.match).where(has_seat)
    return sa.or_(hosted_by(accounts), MatchRow.id.in_(seats))
