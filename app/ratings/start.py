"""Ratings at the start of a match: frozen beside the names."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.models import MatchRow, SeatRow
from app.matches.undo_grace import alone_with_bots
from app.ratings.models import RatingRow


async def ratings_at_start(session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> None:
    """Note the ratings of those who sit, and whether the match counts.

    What was wished for counts; without a wish only people with a password among themselves. Alone
    with built-in bots nothing counts: there anything may be taken back.
    """
    accounts = [seat.account for seat in seats if seat.account]
    known = sa.select(RatingRow.account, RatingRow.rating).where(
        RatingRow.account.in_(accounts),
        RatingRow.game == row.game,
        RatingRow.players == len(seats),
    )
    ratings: dict[str, int] = {}
    ratings.update((await session.execute(known)).all())
    for seat in seats:
        seat.rating = ratings.get(seat.account) if seat.account else None
    if alone_with_bots(seats):
        row.rated = False
    if row.rated is None:
        people = sa.select(sa.func.count()).where(
            Account.id.in_(accounts), Account.kind == "person"
        )
        row.rated = len(seats) > 1 and await session.scalar(people) == len(seats)
