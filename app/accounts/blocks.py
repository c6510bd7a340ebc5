"""Blocks and mutes: accounts that do not sit together, or whose chat is hidden. Both apply to a
person's bots too.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, Relation
from app.accounts.owners import owner_of
from app.infra.problems import Problem
from app.infra.wall_clock import now


async def blocked_with(session: AsyncSession, account: str) -> set[str]:
    """The accounts that the account has blocked, or that have blocked it. To block a person is to
    block their bots too.
    """
    by_account, against_account = (
        Relation.account == account,
        Relation.other.in_([account, owner_of(account)]),
    )
    query = sa.union(
        sa.select(Relation.other).where(by_account, Relation.kind == "block"),
        _bots_of_related().where(by_account, Relation.kind == "block"),
        sa.select(Relation.account).where(against_account, Relation.kind == "block"),
    )
    return set((await session.scalars(query)).all()) - {account}


def _bots_of_related() -> sa.Select[str]:
    return sa.select(Account.id).join(Relation, Relation.other == Account.owner)


async def with_bots(session: AsyncSession, account: str) -> list[str]:
    """The account and its bots."""
    query = sa.select(Account.id).where(Account.owner == account)
    return [account, *(await session.scalars(query)).all()]


async def lock_owners(session: AsyncSession, account: str, other: str) -> None:
    """Lock the owners of both accounts until the transaction ends, so neither can sit down."""
    people = sa.select(Account.id).where(Account.id.in_([owner_of(account), owner_of(other)]))
    await session.execute(people.order_by(Account.id).with_for_update(key_share=True))


async def is_blocked_between(
    session: AsyncSession, account: str, others: Iterable[str | None]
) -> bool:
    """Whether the account has blocked one of the others, or the other way round."""
    ids = {other for other in others if other and other != account}
    return bool(ids) and not ids.isdisjoint(await blocked_with(session, account))


async def refuse_blocked(session: AsyncSession, account: str, others: Iterable[str | None]) -> None:
    """Raises Problem forbidden if the account and one of the others have a block between them."""
    if await is_blocked_between(session, account, others):
        raise blocked_problem()


def blocked_problem() -> Problem:
    return Problem("forbidden", "You and a player at this table have blocked one another.")


async def readers_hiding(session: AsyncSession, author: str, readers: Iterable[str]) -> set[str]:
    """The readers that have muted or blocked the author, or the owner of a bot."""
    of_author = Relation.other.in_([author, owner_of(author)])
    query = sa.select(Relation.account).where(of_author, Relation.account.in_(list(readers)))
    return set((await session.scalars(query)).all())


async def authors_hidden_from(session: AsyncSession, reader: str) -> set[str]:
    """The accounts that the reader has muted or blocked, with their bots."""
    by_reader = Relation.account == reader
    query = sa.union(
        sa.select(Relation.other).where(by_reader), _bots_of_related().where(by_reader)
    )
    return set((await session.scalars(query)).all()) - {reader}


async def muted_until(session: AsyncSession, account: str) -> datetime | None:
    """Until when the staff has muted the account; None if it may write."""
    until = await session.scalar(sa.select(Account.muted_until).where(Account.id == account))
    return until if until is not None and until > now() else None


async def refuse_muted(session: AsyncSession, account: str) -> None:
    """Raises Problem forbidden while the staff has muted the account."""
    if until := await muted_until(session, account):
        raise Problem("forbidden", f"You can't chat before {until:%Y-%m-%d %H:%M} UTC.")
