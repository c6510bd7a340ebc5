"""Locked match: the rows of a match under its row lock, for changes outside the log: seats, status,
clocks, offers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.config import Clock
from app.clocks.kinds import clock_of
from app.clocks.service_time import ServiceClock
from app.clocks.state import ClockState, read_state, write_state
from app.clocks.timekeeping import pause_clocks
from app.games.catalogue import Catalogue
from app.games.run_rules import RulesFailed, run_rules
from app.games.time_limit import EngineTimeout
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import PlaySettings
from app.infra.wall_clock import now
from app.matches.automation.deadlines import Deadlines, table_due
from app.matches.entry import waited_for
from app.matches.match_info import OVER, MatchInfo, info_of
from app.matches.models import MatchRow, OfferRow, SeatRow
from app.matches.offer_reads import OPEN, read_offers
from app.matches.outcomes import ended_early
from app.matches.public_versions import post_change
from app.matches.room_cache import renew
from app.wire.literals import MatchStatus
from engine.core.errors import EngineError
from engine.core.match import Match, running_table
from engine.core.outcome import Outcome
from engine.core.view import result

log = structlog.get_logger("conclave.locked")


class LockedMatch:
    """A match whose rows this transaction has locked or inserts."""

    def __init__(
        self, locks: MatchLocks, session: AsyncSession, row: MatchRow, seats: list[SeatRow]
    ) -> None:
        self.settings = locks.settings
        self.deadlines = locks.deadlines
        self.catalogue = locks.catalogue
        self.service_clock = locks.service_clock
        self.session = session
        self.row = row
        self.seats = seats
        self.moment = self.service_clock.now()
        self.was_open = row.status == "open"
        self.match = self._match()
        # the seats waited for
        self.waiting = waited_for(self.match) if self.match else []
        self.clock: Clock = clock_of(row.clock)
        self.times: ClockState | None = read_state(row.times)  # may be changed in place
        self.due_now = False  # the sweeper should look at once
        self.left: list[str] = []  # accounts that had a seat
        # the match whose rematch this table was, until it was closed
        self.previous: str | None = None

    def _match(self) -> Match | None:
        if self.row.state is None:
            return None
        game = self.catalogue.games[self.row.game]
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

    @property
    def open_seats(self) -> list[SeatRow]:
        return [seat for seat in self.seats if seat.kind == "open"]

    @property
    def unconfirmed_seats(self) -> list[SeatRow]:
        """The seats whose players have not confirmed the terms of the open table."""
        return [seat for seat in self.seats if seat.account and seat.confirmed < self.row.terms]

    def find_seat(self, account: str) -> SeatRow | None:
        """The account's seat, if it has one."""
        return next((seat for seat in self.seats if seat.account == account), None)

    def seat_of(self, account: str) -> SeatRow:
        """The account's seat. Raises Problem forbidden."""
        seat = self.find_seat(account)
        if seat is None:
            raise Problem("forbidden", "You have no seat in this match.")
        return seat

    def require_open(self) -> None:
        """Raises Problem already-started."""
        if self.row.status != "open":
            raise Problem("already-started")

    def require_begun(self) -> None:
        """Raises Problem match-not-started or match-over."""
        if self.row.status in OVER:
            raise Problem("match-over")
        if self.row.status == "open":
            raise Problem("match-not-started")

    async def end(self, status: MatchStatus, reason: str, *, counts: bool = True) -> None:
        """End the match and close its offers; `counts`: the outcome has ranks and a score sheet."""
        if self.row.status == "open":
            await self._unlink_previous_match()
        self.row.status = status
        self.row.paused_for = None
        sheet = self._score_sheet() if counts else []
        self.row.outcome = ended_early(len(self.seats), reason, self.resigned, sheet, counts=counts)
        self.row.ended_at = now()
        self.row.waiting = 0
        if self.times:
            pause_clocks(self.times, self.moment)
        await self.close_offers()

    async def _unlink_previous_match(self) -> None:
        """Clear the preceding match's link to a table that is closed."""
        before = (self.row.origin or {}).get("rematch")
        follows = (MatchRow.id == before, MatchRow.rematch == self.row.id)
        changed = {"rematch": None, "edition": MatchRow.edition + 1}
        query = sa.update(MatchRow).where(*follows).values(changed).returning(MatchRow.id)
        self.previous = await self.session.scalar(query)

    def _score_sheet(self) -> Any:
        """The score sheet as the match stands; empty if the rules fail."""
        game = self.catalogue.games[self.row.game]
        if self.match is None:
            return []
        match = self.match

        def score() -> Any:
            sheet = game.score_sheet(running_table(game, match).table)
            return result(game, Outcome([], sheet), self.info.names)["sheet"]

        try:
            return run_rules(score, self.settings.engine_seconds, match=self.row.id)
        except (EngineTimeout, EngineError, RulesFailed) as error:
            log.warning("score sheet failed", match=self.row.id, error=type(error).__name__)
            return []

    async def close_offers(self) -> None:
        query = (
            sa.update(OfferRow)
            .where(OfferRow.match == self.row.id, OfferRow.status == OPEN)
            .values(status="closed")
        )
        await self.session.execute(query)

    async def save(self) -> None:
        """Update the row's edition, clock state and due time after a change."""
        row = self.row
        row.edition += 1
        row.changed_at = now()
        if self.was_open and row.status not in OVER:
            if row.status == "open":  # a match that has started has its due time
                moment = self.service_clock.date()
                row.due = table_due(self.settings, row, self.seats, moment)
            return
        row.times = write_state(self.times)
        if row.status in ("playing", "paused"):
            await post_change(self.session, row, self.seats, row.changed_at)
        row.due = await self._due()

    async def _due(self) -> datetime | None:
        row = self.row
        if row.status in OVER or self.due_now:
            return self.service_clock.date()
        info = self.info
        info.offers = await read_offers(self.session, row)
        waiting = self.waiting if row.status == "playing" else []
        return self.deadlines.due_at(info, self.times, waiting)


class MatchLocks:
    """Locks matches for changes outside their logs."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        service_clock: ServiceClock,
        deadlines: Deadlines,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.service_clock = service_clock
        self.deadlines = deadlines
        self.settings = settings

    @asynccontextmanager
    async def lock(self, match: str) -> AsyncIterator[LockedMatch]:
        """Lock a match for a change, committed at the end of the block.

        Raises Problem not-found.
        """
        await self.service_clock.ensure_synced()
        async with self.database.writing() as session:
            row = await session.get(MatchRow, match, with_for_update=True)
            if row is None or row.game not in self.catalogue.games:
                raise not_found("match")
            locked = LockedMatch(self, session, row, await seats_of(session, match))
            yield locked
            await session.flush()
            await locked.save()

    def new(self, session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> LockedMatch:
        """A match that this transaction inserts, which no other can see yet."""
        return LockedMatch(self, session, row, seats)


async def seats_of(session: AsyncSession, match: str) -> list[SeatRow]:
    """The seats of a match, in order."""
    query = sa.select(SeatRow).where(SeatRow.match == match).order_by(SeatRow.seat)
    return list((await session.scalars(query)).all())
