"""Locked match: changes outside the log (seats, status, clocks, offers) under the row lock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.config import Clock, clock_of
from app.clocks.state import ClockState, halt, read_state, write_state
from app.container import Services
from app.games.time_limit import time_limit
from app.infra.database import now
from app.infra.problems import Problem, not_found
from app.matches.deadlines import due_at
from app.matches.entry import waited_for
from app.matches.models import MatchRow, OfferRow, SeatRow
from app.matches.offer_reads import OPEN, read_offers
from app.matches.outcomes import ended_early
from app.matches.public_versions import post_change
from app.matches.room import OVER, MatchInfo
from app.matches.rooms import info_of, renew
from app.wire.literals import MatchStatus
from engine.core.match import Match, running_table
from engine.core.outcome import Outcome
from engine.core.view import result

log = structlog.get_logger("conclave.locked")


class LockedMatch:
    """A match whose rows are locked."""

    def __init__(
        self, services: Services, session: AsyncSession, row: MatchRow, seats: list[SeatRow]
    ) -> None:
        self.services = services
        self.session = session
        self.row = row
        self.seats = seats
        self.moment = services.service_clock.now()
        self.match = self._match()
        # the seats waited for
        self.waiting = waited_for(self.match) if self.match else []
        self.clock: Clock = clock_of(row.clock)
        self.times: ClockState | None = read_state(row.times)  # may be changed in place
        self.wanted_now = False  # the sweeper should look at once
        self.left: list[str] = []  # accounts that had a seat
        # the match that named this one as its rematch, until it was closed
        self.before: str | None = None

    def _match(self) -> Match | None:
        if self.row.state is None:
            return None
        game = self.services.catalogue.games[self.row.game]
        return renew(game, Match.from_bytes(self.row.state), self.row.id)

    @property
    def info(self) -> MatchInfo:
        """The match as it stands now."""
        info = info_of(self.row, self.seats)
        info.times = self.times
        return info

    @property
    def resigned(self) -> list[int]:
        return [seat.seat for seat in self.seats if seat.resigned]

    def seat_of(self, account: str) -> SeatRow:
        """The account's seat. Raises Problem forbidden."""
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

    async def end(self, status: MatchStatus, reason: str, *, counts: bool = True) -> None:
        """End the match and close its offers; `counts` says that there are ranks."""
        if self.row.status == "open":
            await self._leave_the_match_before()
        self.row.status = status
        self.row.paused_for = None
        sheet = self._standing() if counts else []
        self.row.outcome = ended_early(len(self.seats), reason, self.resigned, sheet, counts=counts)
        self.row.ended_at = now()
        self.row.waiting = 0
        if self.times:
            halt(self.times, self.moment)
        await self.close_offers()

    async def _leave_the_match_before(self) -> None:
        """Clear the preceding match's link to a table that is closed."""
        before = (self.row.origin or {}).get("rematch")
        follows = (MatchRow.id == before, MatchRow.rematch == self.row.id)
        changed = {"rematch": None, "edition": MatchRow.edition + 1}
        query = sa.update(MatchRow).where(*follows).values(changed).returning(MatchRow.id)
        self.before = await self.session.scalar(query)

    def _standing(self) -> Any:
        """The score sheet as the match stands; empty if the rules fail."""
        game = self.services.catalogue.games[self.row.game]
        if self.match is None:
            return []
        try:
            with time_limit(self.services.settings.engine_seconds):
                sheet = game.standing(running_table(game, self.match).table)
                return result(game, Outcome([], sheet), self.info.names)["sheet"]
        except Exception as error:
            log.warning("score sheet failed", match=self.row.id, error=type(error).__name__)
            return []

    async def close_offers(self) -> None:
        query = (
            sa.update(OfferRow)
            .where(OfferRow.match == self.row.id, OfferRow.status == OPEN)
            .values(status="closed")
        )
        await self.session.execute(query)


@asynccontextmanager
async def locked_match(services: Services, match: str) -> AsyncIterator[LockedMatch]:
    """Lock a match for a change, committed at the end of the block. Raises Problem not-found."""
    await services.service_clock.be_sure()
    async with services.database.writing() as session:
        row = await session.get(MatchRow, match, with_for_update=True)
        if row is None or row.game not in services.catalogue.games:
            raise not_found("match")
        query = sa.select(SeatRow).where(SeatRow.match == match).order_by(SeatRow.seat)
        seats = list((await session.scalars(query)).all())
        held = LockedMatch(services, session, row, seats)
        yield held
        await session.flush()
        await refresh_row(services, held)


async def refresh_row(services: Services, held: LockedMatch) -> None:
    """Update the row's edition, clock state and due time after a change."""
    row = held.row
    row.edition += 1
    row.changed_at = now()
    row.times = write_state(held.times)
    if row.status in ("playing", "paused"):
        await post_change(held.session, row, held.seats, row.changed_at)
    if row.status in OVER or held.wanted_now:
        row.due = services.service_clock.date()
        return
    info = held.info
    info.offers = await read_offers(held.session, row)
    waiting = held.waiting if row.status == "playing" else []
    row.due = due_at(services.settings, services.service_clock, info, held.times, waiting)
