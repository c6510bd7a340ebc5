"""Renames: takes a name away that may not stay, and gives the account a neutral one."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Account
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import Settings
from app.matches.changes import MatchChanges
from app.matches.former_names import rename
from app.matches.locked import MatchLocks
from app.matches.match_info import OVER
from app.matches.models import MatchRow, SeatRow

MAX_TRIES = 5
"""Random names tried before it fails: some are taken."""


class Renames:
    """Renames accounts, also at the tables where they sit."""

    def __init__(
        self, database: Database, locks: MatchLocks, changes: MatchChanges, settings: Settings
    ) -> None:
        self.database = database
        self.locks = locks
        self.changes = changes
        self.settings = settings

    async def rename(self, account: str) -> str:
        """Give an account a neutral name, which is returned. Raises Problem not-found."""
        name = await self._give_name(account)
        for match in await self._unfinished(account):
            async with self.locks.lock(match) as locked:
                for seat in locked.seats:
                    if account in (seat.account, seat.invited):
                        seat.name = name
            await self.changes.announce(match)
        return name

    async def _give_name(self, id: str) -> str:
        for _ in range(MAX_TRIES):
            try:
                async with self.database.writing() as session:
                    account = await session.get(Account, id, with_for_update=True)
                    if account is None:
                        raise not_found("account")
                    kind = "Bot" if account.kind == "bot" else "Player"
                    name = f"{kind} {secrets.randbelow(900_000) + 100_000}"
                    await rename(self.settings, session, account, name, limited=False)
                return name
            except Problem as problem:
                if problem.name != "name-taken":
                    raise
            except IntegrityError:
                continue
        raise Problem("unavailable", "No free name was found.")

    async def _unfinished(self, account: str) -> list[str]:
        """The unfinished matches in which the account sits or is invited, of installed games."""
        sits = sa.or_(SeatRow.account == account, SeatRow.invited == account)
        query = sa.select(MatchRow.id).where(
            MatchRow.id.in_(sa.select(SeatRow.match).where(sits)),
            MatchRow.status.not_in(OVER),
            MatchRow.game.in_(self.locks.catalogue.games),
        )
        async with self.database.reading() as session:
            return list((await session.scalars(query)).all())
