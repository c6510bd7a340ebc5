"""Matches: how they stand, for the staff, and how an operator ends one with a result."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from app.admin.conflicts import conflicts_among, refuse_conflict
from app.admin.roles import Staff
from app.infra.database import Database
from app.infra.problems import invalid, not_found
from app.matches.end import MatchEnder
from app.matches.models import MatchRow, SeatRow
from app.wire.literals import MatchStatus

MAX_LISTED = 50


class Matches:
    """Reads the rows of matches, and ends matches."""

    def __init__(self, database: Database, ender: MatchEnder) -> None:
        self.database = database
        self.ender = ender

    async def row(self, match: str, staff: Staff) -> MatchRow:
        """The row of a match. Raises Problem not-found or forbidden."""
        async with self.database.reading() as session:
            row = await session.get(MatchRow, match)
            if row is None:
                raise not_found("match")
            await refuse_conflict(session, staff, match)
        return row

    async def newest(self, status: MatchStatus, staff: Staff) -> list[MatchRow]:
        """The matches in this status that have changed last, without those that the member of the
        staff leaves to others.
        """
        installed = MatchRow.game.in_(list(self.ender.locks.catalogue.games))
        query = sa.select(MatchRow).where(MatchRow.status == status, installed)
        newest = query.order_by(MatchRow.changed_at.desc(), MatchRow.id).limit(MAX_LISTED)
        async with self.database.reading() as session:
            rows = (await session.scalars(newest)).all()
            conflicts = await conflicts_among(session, staff, [row.id for row in rows])
        return [row for row in rows if row.id not in conflicts]

    async def abort(self, match: str) -> None:
        """End a match without a result. Raises Problem."""
        await self.ender.end(match, status="aborted", reason="closed")

    async def adjudicate(self, match: str, places: Sequence[int], rated: bool) -> None:
        """End a match with a place for each seat, 1 for the best. Unless it is to be `rated`, it
        counts for no rating. Raises Problem.
        """
        async with self.database.reading() as session:
            seats = sa.select(sa.func.count()).where(SeatRow.match == match)
            if len(places) != await session.scalar(seats):
                raise invalid("Give every seat its place.", "body", "places")
        ranks = [
            [seat for seat, place in enumerate(places) if place == rank]
            for rank in sorted(set(places))
        ]
        await self.ender.end(
            match,
            status="finished",
            reason="adjudicated",
            ranks=ranks,
            unrated=None if rated else "adjudicated",
        )
