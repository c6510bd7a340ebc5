"""Unrated: the reasons why a match meant to be rated is not (`docs/decisions/0018`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.models import EntryRow, MatchRow, OccupantRow, SeatRow
from app.ratings.models import ResultRow
from app.ratings.placements import Placement
from app.wire.literals import Unrated

MIN_ANSWERS = 3
"""Answers that each person must have given before a resignation affects ratings."""
ANSWERED = ("answer", "timeout")
"""Entry kinds that count as answers, including timeouts of absent players."""
MAX_RATED_PER_DAY = 4
"""Rated matches of the same people within DAY."""
DAY = timedelta(days=1)


async def why_unrated(
    session: AsyncSession, row: MatchRow, placements: Sequence[Placement]
) -> Unrated | None:
    """Why the match is not rated, or None if it is."""
    if await _resigned_early(session, row, placements):
        return "resigned-early"
    return "same-people" if await _exceeds_daily_limit(session, row, placements) else None


async def _resigned_early(
    session: AsyncSession, row: MatchRow, placements: Sequence[Placement]
) -> bool:
    """Whether a seat was given up, by resignation or on time, before each person had given
    MIN_ANSWERS answers. Timeouts count as answers: otherwise a loser could resign a long match
    against an absent rival without a rating change.
    """
    query = sa.select(SeatRow).where(SeatRow.match == row.id, SeatRow.resigned)
    given_up = (await session.scalars(query)).all()
    if not given_up:
        return False
    ply = min([await _ply_given_up(session, row, seat) for seat in given_up])
    answers = (
        sa.select(EntryRow.seat, sa.func.count())
        .where(EntryRow.match == row.id, EntryRow.kind.in_(ANSWERED), EntryRow.ply <= ply)
        .group_by(EntryRow.seat)
    )
    counts: dict[int | None, int] = {}
    counts.update((await session.execute(answers)).all())
    return any(counts.get(placement.seat, 0) < MIN_ANSWERS for placement in placements)


async def _ply_given_up(session: AsyncSession, row: MatchRow, seat: SeatRow) -> int:
    """The ply after which a seat was given up; the last one if that ended the match."""
    if seat.account is not None:
        return row.ply
    query = sa.select(sa.func.max(OccupantRow.since)).where(
        OccupantRow.match == row.id, OccupantRow.seat == seat.seat
    )
    since: int | None = await session.scalar(query)
    return row.ply if since is None else since


async def _exceeds_daily_limit(
    session: AsyncSession, row: MatchRow, placements: Sequence[Placement]
) -> bool:
    """Whether this match exceeds the number of rated matches of the same people per day, over all
    games. Takes row locks on the people, so matches that end at the same time count each other.
    """
    people = await _people(session, [placement.account for placement in placements])
    people_rows = sa.select(Account.id).where(Account.id.in_(people)).order_by(Account.id)
    await session.execute(people_rows.with_for_update(key_share=True))
    at = row.ended_at or row.changed_at
    times = sorted([at, *await _ends(session, people, at)])
    spans = zip(times, times[MAX_RATED_PER_DAY:], strict=False)
    return any(last - first < DAY for first, last in spans)


async def _people(session: AsyncSession, accounts: Sequence[str]) -> list[str]:
    """The people behind these accounts: a bot's is its owner."""
    person = sa.func.coalesce(Account.owner, Account.id)
    query = sa.select(person).where(Account.id.in_(accounts)).distinct().order_by(person)
    return list((await session.scalars(query)).all())


async def _ends(session: AsyncSession, people: list[str], at: datetime) -> list[datetime]:
    """The times at which rated matches of exactly these people ended, within a day of `at`."""
    same_person = sa.select(Account.id).where(
        sa.or_(Account.id == people[0], Account.owner == people[0])
    )
    matches_of_first = sa.select(ResultRow.match).where(
        ResultRow.account.in_(same_person),
        ResultRow.after.is_not(None),
        ResultRow.at > at - DAY,
        ResultRow.at < at + DAY,
    )
    query = (
        sa.select(ResultRow.match, ResultRow.at, sa.func.coalesce(Account.owner, Account.id))
        .join(Account, Account.id == ResultRow.account)
        .where(ResultRow.match.in_(matches_of_first))
    )
    ends: dict[str, datetime] = {}
    people_by_match: dict[str, set[str]] = defaultdict(set)
    for match, ended, person in (await session.execute(query)).all():
        ends[match] = ended
        people_by_match[match].add(person)
    return [ends[match] for match, players in people_by_match.items() if players == set(people)]
