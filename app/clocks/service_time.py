"""Served time: the clock that stands still while no server is there to serve.

One row says by the reference (the database's clock; with SQLite the machine's wall clock) when
somebody last served, and what of the reference counts for nobody: the downtime. Every process
renews that row in one statement and learns what the time is; until the next renewal it counts on by
its monotonic clock, for `SURE` at most. Where the row was last renewed more than `GAP` ago, or as
much later than now, nobody served or the reference was set: the difference goes into the downtime,
once, whoever finds it. So served time neither jumps nor runs back. Deadlines are kept in served
time and need no change.

A process to which the database refuses answers says so in the same row. As long as one does, served
time stands still for all, and nobody's time is up until `GAP` after the last one did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.models import ServiceRow
from app.clocks.system_clock import ClockReading, SystemClock
from app.infra.database import Database
from app.infra.metrics import DOWNTIME, RENEWAL_AGE

PAUSE = 2.0
"""Seconds between two renewals of a process."""
SURE = 4_000
"""Milliseconds after a renewal, by both clocks of the machine, within which a time may be up."""
GAP = 5_000
"""Milliseconds from one renewal to the next, whoever's, that still count as served."""
PATIENCE = 3.0
"""Seconds for which a renewal waits for the database."""
log = structlog.get_logger("conclave.served")


class ServiceClock:
    """What this process knows of served time, nothing before the first renewal.

    `since` is the served time since which it has renewed in time, no clock of its machine was set
    and the reference was not. `moved` is called when deadlines have moved by the reference;
    `set_back` says that they come earlier than what was noted by it, until a keeper has seen to
    that. `refusing` says whether the database refuses answers to this process; `is_troubled` that
    it does to some process, or did just now.
    """

    def __init__(self, database: Database, watch: SystemClock) -> None:
        self.database = database
        self.watch = watch
        self.downtime = 0
        self.moved: Callable[[], None] = lambda: None
        self.refusing: Callable[[], bool] = lambda: False
        self.is_troubled = False
        self.since = 0
        self.set_back = False
        self._time = 0
        self._asked: ClockReading | None = None
        self._told = watch.read()
        self._latest = 0
        self._lost = 0
        self._hurry = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        RENEWAL_AGE.set_function(lambda: self.age / 1000)

    def now(self) -> int:
        """Milliseconds of served time since 1970; it never runs back. Too long after a renewal it
        stays what it was when somebody last looked: nobody knows whether this process slept.
        """
        counted = self.watch.read().monotonic - self._told.monotonic
        reached = self._time + (counted if counted <= SURE else 0)
        self._latest = max(self._latest, reached)
        return self._latest

    def reference(self) -> int:
        """Milliseconds since 1970 by the reference, as people count them."""
        return self.now() + self.downtime

    def date(self) -> datetime:
        """The same as a date."""
        return datetime.fromtimestamp(self.reference() / 1000, UTC)

    @property
    def age(self) -> int:
        """Milliseconds since the last renewal was asked for, by the clock that says more; one that
        was set back says nothing.
        """
        if self._asked is None:
            return SURE + 1
        now = self.watch.read()
        passed = now.monotonic - self._asked.monotonic, now.wall - self._asked.wall
        return SURE + 1 if min(passed) < 0 else max(passed)

    @property
    def is_sure(self) -> bool:
        """Whether this process knows what time it is. Nobody's time is up unless it does."""
        return self.age <= SURE

    async def be_sure(self) -> None:
        """Returns once this process knows of every gap. Raises what the database does.

        The renewal that was under way may have been asked for before this process slept.
        """
        if not self.is_sure:
            await self.renew()
        if not self.is_sure:
            await self.renew()

    async def renew(self) -> None:
        """Say that somebody serves, and learn what the time is; once, however many ask."""
        if self._renewing is None:
            self._renewing = asyncio.get_running_loop().create_task(self._renew())
            self._renewing.add_done_callback(self._renewed)
        await asyncio.shield(self._renewing)

    async def keep(self) -> None:
        while True:
            try:
                await self.renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("not renewed", error=type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._hurry.wait()
            self._hurry.clear()

    def hurry(self) -> None:
        """Renew as soon as can be."""
        self._hurry.set()

    async def stop(self) -> None:
        """End a renewal that is under way."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)

    def _renewed(self, done: asyncio.Task[None]) -> None:
        """Also where nobody waits for it any more its failure is nobody's fault."""
        self._renewing = None
        if not done.cancelled():
            done.exception()

    async def _renew(self) -> None:
        async with asyncio.timeout(PATIENCE), self.database.alone() as connection:
            if self._asked is None:
                self.downtime = (await connection.execute(_DOWNTIME)).scalar_one()
            asked = self.watch.read()
            row = (await connection.execute(*self._statement(asked))).one()
            told = asked if self.database.is_sqlite else self.watch.read()
        self._hear_of_trouble(0 <= row.seen - row.refused <= GAP, row.downtime - self.downtime)
        self._learn(asked, told, row.seen - row.downtime, row.downtime)

    def _statement(self, asked: ClockReading) -> tuple[sa.TextClause, dict[str, Any]]:
        refused = {"refused": self.refusing()}
        if self.database.is_sqlite:
            return _BY_THE_WALL, {"wall": asked.wall, **refused}
        return _BY_THE_DATABASE, refused

    def _hear_of_trouble(self, is_troubled: bool, lost: int) -> None:
        """Some process says that answers are refused, or none does any more."""
        self._lost = self._lost + lost if self.is_troubled or is_troubled else 0
        if is_troubled != self.is_troubled:
            what = "answers are refused" if is_troubled else "answers are taken again"
            log.warning(what, seconds=round(self._lost / 1000, 1))
        self.is_troubled = is_troubled

    def _learn(
        self, asked: ClockReading, told: ClockReading, service_clock: int, downtime: int
    ) -> None:
        """It was so late between question and reply. It counts from the reply on, so that nobody's
        time is up too early, but is sure from the question on.
        """
        has_served, moved = self.is_sure, downtime - self.downtime
        self._asked, self._told = asked, told
        self._time, self.downtime = service_clock, downtime
        DOWNTIME.set(downtime / 1000)
        if moved or not has_served:
            self.since = service_clock
        if moved:
            self.set_back = self.set_back or moved < 0
        if moved and not self._lost:
            what = "reference was set" if has_served else "nobody served"
            log.warning(what, seconds=round(moved / 1000, 1))
        if (moved or self._lost) and not self.is_troubled:
            self._lost = 0
            self.moved()


def _renewal(reference: str) -> sa.TextClause:
    """The one statement. The reference is read where the row is there to be changed, so that who
    waits for another process comes after it; both columns follow from one look at it.
    """
    return sa.text(
        f"""
        UPDATE service SET (seen, downtime, refused) = (
            SELECT
                CASE WHEN at > seen OR at < seen - {GAP} THEN at ELSE seen END,
                downtime + CASE
                    WHEN seen > 0 AND abs(at - seen) > {GAP} THEN at - seen
                    WHEN :refused AND at BETWEEN refused AND refused + {GAP} THEN at - refused
                    ELSE 0 END,
                CASE WHEN :refused THEN at ELSE refused END
            FROM (SELECT {reference} AS at) AS reference)
        WHERE id = 1 RETURNING seen, downtime, refused
        """
    )


_DOWNTIME = sa.select(ServiceRow.downtime).where(ServiceRow.id == 1)
_BY_THE_WALL = _renewal(":wall")
_BY_THE_DATABASE = _renewal("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
