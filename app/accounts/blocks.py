"""Blocks and mutes: accounts that do not sit together, or whose chat is hidden."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, Relation
from app.infra.problems import Problem
from app.infra.wall_clock import now


async def is_blocked_between(
    session: AsyncSession, account: str, others: Iterable[str | None]
) -> bool:
    """Whether the account has blocked one of the others, or the other way round."""
    ids = [other for other in others if other and other != account]
    either = sa.or_(
        sa.and_(Relation.account == account, Relation.other.in_(ids)),
        sa.and_(Relation.other == account, Relation.account.in_(ids)),
    )
    query = sa.select(Relation.account).where(Relation.kind == "block", either).limit(1)
    return bool(ids) and await session.scalar(query) is not None


async def refuse_blocked(session: AsyncSession, account: str, others: Iterable[str | None]) -> None:
    """Raises Problem forbidden if the account and one of the others have a block between them."""
    if await is_blocked_between(session, account, others):
        raise do_not_sit_together()


def do_not_sit_together() -> Problem:
    return Problem("forbidden", "You and a player at this table have blocked one another.")


async def hides(session: AsyncSession, reader: str, author: str) -> bool:
    """Whether the reader has muted or blocked the author."""
    query = sa.select(Relation.kind).where(Relation.account == reader, Relation.other == author)
    return await session.scalar(query.limit(1)) is not None


async def is_unheard(session: AsyncSession, reader: str, author: str) -> bool:
    """Whether the reader does not get to read what the author writes: an admin has muted the
    author, or the reader has.
    """
    until = await session.scalar(sa.select(Account.muted_until).where(Account.id == author))
    return (until is not None and until > now()) or await hides(session, reader, author)


async def deaf_to(session: AsyncSession, author: str, readers: Iterable[str]) -> set[str]:
    """The readers that have muted or blocked the author."""
    query = sa.select(Relation.account).where(
        Relation.other == author, Relation.account.in_(list(readers))
    )
    return set((await session.scalars(query)).all())


async def unheard_by(session: AsyncSession, reader: str) -> set[str]:
    """The accounts that the reader has muted or blocked."""
    query = sa.select(Relation.other).where(Relation.account == reader)
    return set((await session.scalars(query)).all())


async def refuse_muted(session: AsyncSession, account: str) -> None:
    """Raises Problem forbidden while an admin has muted the account."""
    until = await session.scalar(sa.select(Account.muted_until).where(Account.id == account))
    if until is not None and until > now():
        raise Problem("forbidden", f"You can't chat before {until:%Y-%m-%d %H:%M} UTC.")
