"""Owners: the people behind accounts. A bot belongs to its owner, any other account to itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.accounts.models import Account
from app.infra.database import Database

MAX_CACHED = 10_000
"""Accounts in the cache before it is cleared."""


_OWN = aliased(Account)  # made once: SQLAlchemy keeps what it finds out about an alias with it


def owner_of(account: str) -> sa.ScalarSelect[str]:
    """The person behind an account."""
    query = sa.select(sa.func.coalesce(_OWN.owner, _OWN.id)).where(_OWN.id == account)
    return query.scalar_subquery()


def accounts_of(account: str) -> sa.Select[Any]:
    """All accounts of the person behind an account: their own and their bots'."""
    person, own = owner_of(account), aliased(Account)
    return sa.select(own.id).where(sa.or_(own.id == person, own.owner == person))


async def lock_person(session: AsyncSession, account: str) -> None:
    """Lock the row of the account's person until the transaction ends, so no other request can
    count meanwhile.
    """
    query = sa.select(Account.id).where(Account.id == owner_of(account))
    await session.execute(query.with_for_update(key_share=True))


class Owners:
    """Cache of the people behind accounts; never stale, since a bot keeps its owner."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._owners: dict[str, str] = {}

    async def owners_of(self, accounts: Sequence[str]) -> list[str]:
        """The people behind these accounts, each once."""
        if len(self._owners) > MAX_CACHED:
            self._owners.clear()
        unknown = [account for account in accounts if account not in self._owners]
        if unknown:
            self._owners |= await self._read(unknown)
        return list(dict.fromkeys(self._owners.get(account, account) for account in accounts))

    async def _read(self, accounts: Sequence[str]) -> dict[str, str]:
        person = sa.func.coalesce(Account.owner, Account.id)
        query = sa.select(Account.id, person).where(Account.id.in_(accounts))
        owners: dict[str, str] = {}
        async with self._database.reading() as session:
            owners.update((await session.execute(query)).all())
        return owners
