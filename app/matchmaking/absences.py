"""Absences: ready checks that a person has missed, and matches of pools that they have left early.

Either makes the person's next place count later. Both are forgotten after a day, and a match played
takes one off.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matchmaking.models import PairingRow, PairingSeatRow, PoolPersonRow
from app.ratings.unrated import MIN_ANSWERS

ABSENCE_MEMORY = timedelta(days=1)
"""For how long an absence counts."""
FIRST_DELAY_S = 30
MAX_DELAY_S = 600
MAX_COUNTED = 10


async def delay_s(session: AsyncSession, row: PoolPersonRow | None, moment: datetime) -> int:
    """For how many seconds the person's next place is held back: longer with every absence."""
    if row is None:
        return 0
    absences = missed_checks(row, moment) + await _matches_left(session, row.person, moment)
    return min(FIRST_DELAY_S << min(absences - 1, MAX_COUNTED), MAX_DELAY_S) if absences else 0


def missed_checks(row: PoolPersonRow, moment: datetime) -> int:
    """How many ready checks the person has missed lately."""
    is_recent = row.absent_at is not None and moment - row.absent_at < ABSENCE_MEMORY
    return min(row.absences, MAX_COUNTED) if is_recent else 0


async def _matches_left(session: AsyncSession, person: str, moment: datetime) -> int:
    """How many matches of pools that were found lately the person, or a bot of theirs, has left,
    less those that they played to the end since.
    """
    count = 0
    for seat in (await session.execute(_seats_of(person, moment - ABSENCE_MEMORY))).all():
        if _has_left(seat):
            count += 1
        elif seat.status == "finished":
            count = max(0, count - 1)
    return count


def _seats_of(person: str, since: datetime) -> sa.Select[str, dict[str, object], bool, int, str]:
    """The seats that the person's pairings led to, in order of time; a seat that another player has
    taken over is missing, with `held` None.
    """
    answers = (
        sa.select(sa.func.count())
        .where(EntryRow.match == SeatRow.match, EntryRow.seat == SeatRow.seat)
        .where(EntryRow.kind == "answer")
        .correlate(SeatRow)
        .scalar_subquery()
    )
    own = PairingSeatRow.account
    is_own = sa.or_(SeatRow.account == own, SeatRow.former == own)
    return (
        sa.select(
            MatchRow.status,
            MatchRow.outcome,
            SeatRow.resigned,
            sa.case((SeatRow.resigned, answers), else_=0).label("answers"),
            SeatRow.account.label("held"),
        )
        .select_from(PairingSeatRow)
        .join(PairingRow, PairingRow.id == PairingSeatRow.pairing)
        .join(MatchRow, MatchRow.id == PairingRow.match)
        .outerjoin(SeatRow, sa.and_(SeatRow.match == MatchRow.id, is_own))
        .where(PairingSeatRow.person == person, PairingRow.made_at > since)
        .order_by(PairingRow.made_at)
    )


def _has_left(seat: sa.Row[str, dict[str, object], bool, int, str]) -> bool:
    """Whether the seat was lost on time or to a substitute, or given up before MIN_ANSWERS answers;
    a later resignation is part of the game.
    """
    if not seat.resigned:
        return seat.held is None
    ran_out_of_time = (seat.outcome or {}).get("reason") == "forfeit"
    return ran_out_of_time or seat.answers < MIN_ANSWERS
