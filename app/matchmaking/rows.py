"""Rows of matchmaking: reads and locks that its parts share.

Locks are taken in this order, each kind sorted: pairing, people, accounts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Relation
from app.accounts.owners import owner_of
from app.matchmaking.models import PairingRow, PairingSeatRow, PoolPersonRow

Pair = frozenset[str]
"""Two people."""


async def person_of(session: AsyncSession, account: str) -> str:
    """The person behind an account: a bot's is its owner."""
    return await session.scalar(sa.select(owner_of(account))) or account


async def lock_people(session: AsyncSession, people: Collection[str]) -> list[PoolPersonRow]:
    """The rows of these people, locked until the transaction ends."""
    query = sa.select(PoolPersonRow).where(PoolPersonRow.person.in_(people))
    locked = query.order_by(PoolPersonRow.person).with_for_update()
    return list(
        (await session.scalars(locked, execution_options={"populate_existing": True})).all()
    )


async def seats_of_pairing(session: AsyncSession, pairing: str) -> list[PairingSeatRow]:
    """The players of a proposed table."""
    query = sa.select(PairingSeatRow).where(PairingSeatRow.pairing == pairing)
    return list((await session.scalars(query.order_by(PairingSeatRow.person))).all())


async def blocks_among(session: AsyncSession, owners: dict[str, str]) -> set[Pair]:
    """The pairs of people between whom or whose bots there is a block; `owners` are the people by
    the accounts that are concerned, their own included.
    """
    query = sa.select(Relation.account, Relation.other).where(
        Relation.kind == "block", Relation.account.in_(owners), Relation.other.in_(owners)
    )
    return {
        frozenset((owners[account], owners[other]))
        for account, other in (await session.execute(query)).all()
    }


async def meetings_since(
    session: AsyncSession, people: Collection[str], since: datetime
) -> list[tuple[datetime, Pair]]:
    """When two of these people were brought together by a pool."""
    query = (
        sa.select(PairingRow.id, PairingRow.made_at, PairingSeatRow.person)
        .join(PairingRow, PairingRow.id == PairingSeatRow.pairing)
        .where(
            PairingSeatRow.person.in_(people),
            PairingRow.status == "begun",
            PairingRow.made_at > since,
        )
    )
    by_pairing: dict[str, tuple[datetime, list[str]]] = {}
    for id, made_at, person in (await session.execute(query)).all():
        by_pairing.setdefault(id, (made_at, []))[1].append(person)
    return [(made_at, pair) for made_at, met in by_pairing.values() for pair in pairs_of(met)]


def pairs_of(people: Sequence[str]) -> Iterable[Pair]:
    """Every two of these people."""
    for place, one in enumerate(people):
        for other in people[place + 1 :]:
            yield frozenset((one, other))
