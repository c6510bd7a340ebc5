"""Waiting queue: who waits in a pool, and what separates them, read for pairing."""

from __future__ import annotations

import math
from collections import Counter
from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.matchmaking.models import PoolPersonRow, PoolTicketRow
from app.matchmaking.packing import MEETING_GAP, Waiting
from app.matchmaking.pools import Pool
from app.matchmaking.rows import Pair, blocks_among, meetings_since
from app.ratings.models import RatingRow
from app.ratings.rating import INITIAL_RATING, MIN_ESTABLISHED_MATCHES
from app.ratings.unrated import DAY, MAX_RATED_PER_DAY

MAX_PACKED = 400
"""How many tickets one transaction packs: those that have waited longest."""
FATIGUE = timedelta(hours=1)
"""How long a meeting counts against another."""
SMALLER_PAUSE = timedelta(minutes=5)
"""How long after the proposal of a smaller table the next may follow."""


class PoolQueue(Struct):
    """Who waits in a pool."""

    tickets: list[Waiting]
    accounts: dict[str, str]  # by person
    recently_asked: set[str]  # people who were offered a smaller table in the last minutes
    separations: dict[Pair, float]

    def separation(self, person: str, other: str) -> float:
        """What separates two people beyond their ratings."""
        return self.separations.get(frozenset((person, other)), 0.0)


async def read_queue(session: AsyncSession, pool: Pool, moment: datetime) -> PoolQueue:
    """The tickets of a pool that may be paired now."""
    queue = PoolQueue([], {}, set(), {})
    for ticket, rating, matches in (await session.execute(_free_tickets(pool, moment))).all():
        waited = (moment - ticket.since).total_seconds() - ticket.held_back_s
        if waited < 0:
            continue
        is_uncertain = matches < MIN_ESTABLISHED_MATCHES
        queue.tickets.append(Waiting(ticket.person, waited, float(rating), is_uncertain))
        queue.accounts[ticket.person] = ticket.account
        if ticket.fewer_asked_at and moment - ticket.fewer_asked_at < SMALLER_PAUSE:
            queue.recently_asked.add(ticket.person)
    await _read_separations(session, pool, queue, moment)
    return queue


def _free_tickets(pool: Pool, moment: datetime) -> sa.Select[PoolTicketRow, int, int]:
    rating_of_account = sa.and_(
        RatingRow.account == PoolTicketRow.account,
        RatingRow.game == pool.game,
        RatingRow.players == pool.players,
    )
    is_current = sa.or_(PoolTicketRow.expires_at.is_(None), PoolTicketRow.expires_at > moment)
    return (
        sa.select(
            PoolTicketRow,
            sa.func.coalesce(RatingRow.rating, INITIAL_RATING),
            sa.func.coalesce(RatingRow.matches, 0),
        )
        .join(PoolPersonRow, PoolPersonRow.person == PoolTicketRow.person)
        .outerjoin(RatingRow, rating_of_account)
        .where(PoolTicketRow.pool == pool.id, PoolPersonRow.pairing.is_(None), is_current)
        .order_by(PoolTicketRow.since)
        .limit(MAX_PACKED)
    )


async def _read_separations(
    session: AsyncSession, pool: Pool, queue: PoolQueue, moment: datetime
) -> None:
    """Recent meetings separate two people a little; blocks do for ever, and in rated pools of two
    so many matches within a day that the next would not be rated.
    """
    meetings = await meetings_since(session, queue.accounts, moment - DAY)
    recent = Counter(pair for at, pair in meetings if moment - at < FATIGUE)
    for pair, count in recent.items():
        queue.separations[pair] = MEETING_GAP * count
    if pool.rated and pool.players == 2:
        for pair, count in Counter(pair for _, pair in meetings).items():
            if count >= MAX_RATED_PER_DAY:
                queue.separations[pair] = math.inf
    owners = {id: person for person, account in queue.accounts.items() for id in (person, account)}
    for pair in await blocks_among(session, owners):
        queue.separations[pair] = math.inf
