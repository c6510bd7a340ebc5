"""Ratings at the start: stores the players' ratings in the seats of a match, like their names."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.match_info import alone_with_bots
from app.matches.models import MatchRow, SeatRow
from app.ratings.models import RatingRow


async def ratings_at_start(session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> None:
    """Store the players' ratings, and whether the match is rated.

    The creator's choice decides; by default only matches among people with passwords are rated.
    Matches of one player against built-in bots are never rated: there, every answer can be undone.
    """
    accounts = [seat.account for seat in seats if seat.account]
    stored_ratings = sa.select(RatingRow.account, RatingRow.rating).where(
        RatingRow.account.in_(accounts),
        RatingRow.game == row.game,
        RatingRow.players == len(seats),
    )
    ratings: dict[str, int] = {}
    ratings.update((await session.execute(stored_ratings)).all())
    for seat in seats:
        seat.rating = ratings.get(seat.account) if seat.account else None
    if alone_with_bots(seats):
        row.rated = False
    if row.rated is None:
        people = sa.select(sa.func.count()).where(
            Account.id.in_(accounts), Account.kind == "person"
        )
        row.rated = len(seats) > 1 and await session.scalar(people) == len(seats)
