"""Closures: close and reopen accounts, with their bots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.credentials import revoke_tokens
from app.accounts.models import Account, DeletionRow, Token
from app.accounts.owners import lock_person
from app.accounts.revocation import Revocations
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now

GRACE = timedelta(days=7)
"""How long an account waits for its deletion, and may still be kept."""
OnAccounts = Callable[[Sequence[str]], Awaitable[None]]
"""Hook that runs after a change of these accounts is committed."""
Notify = Callable[[AsyncSession, str, Account], Awaitable[None]]
"""Queues a notice of this kind to the account, in a transaction (`app.mail.service`)."""


class Closures:
    """Closes accounts, for good or until they are deleted, and reopens them."""

    def __init__(self, database: Database, revocations: Revocations, notify: Notify) -> None:
        self.database = database
        self.revocations = revocations
        self.notify = notify
        self.on_closed: list[OnAccounts] = []
        self.on_reopened: list[OnAccounts] = []

    async def close(self, account: str) -> None:
        """Close an account and its bots: they leave their tables and matches, and their sessions
        and tokens end. Their owner can't reopen them.
        """
        async with self._closing(account) as (session, accounts):
            ids = [account.id for account in accounts]
            scheduled = sa.update(DeletionRow).where(DeletionRow.account.in_(ids))
            await session.execute(scheduled.values(final=True))

    async def delete(self, account: str, grace: timedelta, *, keep_session: str = "") -> datetime:
        """Close an account and its bots, and schedule their deletion; returns its date. Until then
        their owner may sign in, or use the session that is kept, to keep those that no operator
        has closed.
        """
        date = now() + grace
        async with self._closing(account, keep_session) as (session, accounts):
            for person_or_bot in accounts:
                await _schedule(session, person_or_bot, date)
                await self.notify(session, "deletion", person_or_bot)
        return date

    @asynccontextmanager
    async def _closing(
        self, account: str, keep_session: str = ""
    ) -> AsyncIterator[tuple[AsyncSession, list[Account]]]:
        """Close them once the block has seen which were closed already."""
        async with self.database.writing() as session:
            await lock_person(session, account)
            accounts = await _with_bots(session, account)
            ids = [account.id for account in accounts]
            yield session, accounts
            for person_or_bot in accounts:
                person_or_bot.closed_at = person_or_bot.closed_at or now()
            ended = await revoke_tokens(session, Token.account.in_(ids), Token.id != keep_session)
        self.revocations.announce(ended)
        for hook in self.on_closed:
            await hook(ids)

    async def reopen(self, account: str) -> None:
        """Reopen an account and its bots, which need new tokens; they will not be deleted.

        Raises Problem not-found if their deletion has begun.
        """
        async with self.database.writing() as session:
            await lock_person(session, account)
            accounts = await _with_bots(session, account)
            scheduled = DeletionRow.account.in_([account.id for account in accounts])
            successors = sa.select(DeletionRow.successor).where(scheduled)
            begun = sa.select(Account.id).where(Account.id.in_(successors)).limit(1)
            if await session.scalar(begun) is not None:
                raise not_found("account")
            await self._open(session, accounts)
        await self._reopened(accounts)

    async def keep(self, account: str) -> None:
        """Reopen an account whose owner has asked to delete it, and those of its bots that no
        operator has closed. Raises Problem forbidden if the account can't be kept.
        """
        async with self.database.writing() as session:
            await lock_person(session, account)
            own = await _with_bots(session, account)
            may_keep = sa.select(DeletionRow.account).where(
                DeletionRow.account.in_([person_or_bot.id for person_or_bot in own]),
                ~DeletionRow.final,
            )
            kept = set((await session.scalars(may_keep)).all())
            accounts = [person_or_bot for person_or_bot in own if person_or_bot.id in kept]
            if account not in kept:
                raise Problem("forbidden", "This account can't be kept any more.")
            await self._open(session, accounts)
        await self._reopened(accounts)

    async def _open(self, session: AsyncSession, accounts: Sequence[Account]) -> None:
        for account in accounts:
            account.closed_at = None
        scheduled = DeletionRow.account.in_([account.id for account in accounts])
        await session.execute(sa.delete(DeletionRow).where(scheduled))

    async def _reopened(self, accounts: Sequence[Account]) -> None:
        for hook in self.on_reopened:
            await hook([account.id for account in accounts])


async def _with_bots(session: AsyncSession, account: str) -> list[Account]:
    query = sa.select(Account).where(sa.or_(Account.id == account, Account.owner == account))
    return list((await session.scalars(query.execution_options(populate_existing=True))).all())


async def _schedule(session: AsyncSession, account: Account, date: datetime) -> None:
    row = await session.get(DeletionRow, account.id)
    if row is None:
        is_closed = account.closed_at is not None  # by an operator
        row = DeletionRow(account=account.id, successor=new_id("a"), final=is_closed)
        session.add(row)
    row.date = row.due = date
