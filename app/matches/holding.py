"""Holding a match that has begun, for a change that is no entry: seats, status, clocks, offers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import now
from app.matches.change import waited_for
from app.matches.clocks import Clock, clock_of
from app.matches.due import due_at
from app.matches.offered import OPEN, read_offers
from app.matches.outcomes import ended_early
from app.matches.records import MatchRow, OfferRow, SeatRow
from app.matches.room import OVER, Facts
from app.matches.rooms import facts_of
from app.matches.times import Times, halt, read_times, write_times
from app.problems import Problem, not_found
from app.services import Services
from engine.core.match import Match


class Hold:
    """A match's rows, held; `times` may be changed in place, `waiting` are the seats waited for.

    `wanted_now` says that a keeper should look at once; `left` are accounts that had a seat.
    """

    def __init__(
        self, session: AsyncSession, row: MatchRow, seats: list[SeatRow], moment: int
    ) -> None:
        self.session = session
        self.row = row
        self.seats = seats
        self.moment = moment
        self.match = Match.from_bytes(row.state) if row.state else None
        self.waiting = waited_for(self.match) if self.match else []
        self.clock: Clock = clock_of(row.clock)
        self.times: Times | None = read_times(row.times)
        self.wanted_now = False
        self.left: list[str] = []

    @property
    def facts(self) -> Facts:
        """The match as it stands now."""
        facts = facts_of(self.row, self.seats)
        facts.times = self.times
        return facts

    @property
    def resigned(self) -> list[int]:
        return [seat.seat for seat in self.seats if seat.resigned]

    def seat_of(self, account: str) -> SeatRow:
        """Raises Problem forbidden."""
        for seat in self.seats:
            if seat.account == account:
                return seat
        raise Problem("forbidden", "You have no seat in this match.")

    def require_begun(self) -> None:
        """Raises Problem match-not-started or match-over."""
        if self.row.status in OVER:
            raise Problem("match-over")
        if self.row.status == "open":
            raise Problem("match-not-started")

    async def end(self, status: str, reason: str, *, counts: bool = True) -> None:
        """The match is over, and offers with it; `counts` says that there are ranks."""
        self.row.status = status
        self.row.paused_for = None
        self.row.outcome = ended_early(len(self.seats), reason, self.resigned, counts=counts)
        self.row.ended_at = now()
        self.row.waiting = 0
        if self.times:
            halt(self.times, self.moment)
        await self.close_offers()

    async def close_offers(self) -> None:
        query = (
            sa.update(OfferRow)
            .where(OfferRow.match == self.row.id, OfferRow.status == OPEN)
            .values(status="closed")
        )
        await self.session.execute(query)


@asynccontextmanager
async def hold(services: Services, match: str) -> AsyncIterator[Hold]:
    """Hold a match for a change, committed at the end of the block. Raises Problem not-found."""
    async with services.database.writing() as session:
        row = await session.get(MatchRow, match, with_for_update=True)
        if row is None or row.game not in services.shelf.games:
            raise not_found("match")
        query = sa.select(SeatRow).where(SeatRow.match == match).order_by(SeatRow.seat)
        seats = list((await session.scalars(query)).all())
        held = Hold(session, row, seats, services.served.now())
        yield held
        await session.flush()
        await settle_row(services, held)


async def settle_row(services: Services, held: Hold) -> None:
    """Bring the row to what was changed."""
    row = held.row
    row.edition += 1
    row.changed_at = now()
    row.times = write_times(held.times)
    if row.status in OVER or held.wanted_now:
        row.due = now()
        return
    facts = held.facts
    facts.offers = await read_offers(held.session, row)
    waiting = held.waiting if row.status == "playing" else []
    row.due = due_at(services.settings, services.served, facts, held.times, waiting)
