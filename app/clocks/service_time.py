"""Service clock: a clock that stands still while no server process is running.

One row says, by the reference clock (the database's; with SQLite the machine's wall clock), when a
process last served, and how much of the reference does not count: the downtime. Every process
renews that row in one statement and reads the time; until the next renewal it extrapolates with its
monotonic clock, for at most `MAX_EXTRAPOLATION_MS`. If the row was last renewed more than
`MAX_RENEWAL_GAP_MS` ago, or as far in the future, no process served or the reference clock was set:
the first process to notice adds the difference to the downtime, once. So service time neither jumps
nor runs back. Deadlines are stored in service time and need no change.

A process whose answers the database refuses records that in the same row. Meanwhile service time
stands still for all processes, and no clock expires until `MAX_RENEWAL_GAP_MS` after the last
refusal.
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
from app.infra.wait_budget import context_without_budget, within_wait_budget
from app.infra.wall_clock import follow, machine_now

RENEWAL_PAUSE_S = 2.0
"""Pause between two renewals of a process."""
MAX_EXTRAPOLATION_MS = 4_000
"""Maximum milliseconds since a renewal, by both clocks of the machine, for a clock to expire."""
MAX_RENEWAL_GAP_MS = 5_000
"""Maximum milliseconds between two renewals, by any process, that still count as served."""
RENEWAL_TIMEOUT_S = 3.0
"""How long a renewal waits for the database."""
FIRST_RENEWAL_TIMEOUT_S = 30.0
"""The same at the start: no clock runs yet, and a slow disk should not end it."""
log = structlog.get_logger("conclave.service_clock")


class ServiceClock:
    """This process's knowledge of service time; none before the first renewal.

    `since`: the service time since which this process has renewed in time and neither the machine's
    clocks nor the reference were set. `on_moved` is called when deadlines have moved relative to
    the reference; `was_set_back`: they now come earlier than the due times stored by it, until the
    sweeper has reset those. `is_refusing` returns whether the database refuses answers to this
    process; `answers_refused`: it refuses them to some process, or did a moment ago.
    """

    def __init__(self, database: Database, watch: SystemClock) -> None:
        self.database = database
        self.watch = watch
        self.downtime = 0
        self.on_moved: Callable[[], None] = lambda: None
        self.is_refusing: Callable[[], bool] = lambda: False
        self.answers_refused = False
        self.since = 0
        self.was_set_back = False
        self._time = 0
        self._reading_before: ClockReading | None = None
        self._reading_after = watch.read()
        self._latest = 0
        self._lost = 0
        self._renew_soon = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        RENEWAL_AGE.set_function(lambda: self.age / 1000)

    def now(self) -> int:
        """Milliseconds of service time since 1970; it never runs back. More than
        MAX_EXTRAPOLATION_MS after a renewal it stands still: this process may have been asleep.
        """
        counted = self.watch.read().monotonic - self._reading_after.monotonic
        reached = self._time + (counted if counted <= MAX_EXTRAPOLATION_MS else 0)
        self._latest = max(self._latest, reached)
        return self._latest

    def reference(self) -> int:
        """Milliseconds since 1970 by the reference clock: wall-clock time."""
        return self.now() + self.downtime

    def date(self) -> datetime:
        """`reference` as a datetime."""
        return datetime.fromtimestamp(self.reference() / 1000, UTC)

    @property
    def age(self) -> int:
        """Milliseconds since the last renewal was requested, by whichever clock shows more; beyond
        MAX_EXTRAPOLATION_MS if a clock was set back.
        """
        if self._reading_before is None:
            return MAX_EXTRAPOLATION_MS + 1
        now = self.watch.read()
        passed = (
            now.monotonic - self._reading_before.monotonic,
            now.wall - self._reading_before.wall,
        )
        return MAX_EXTRAPOLATION_MS + 1 if min(passed) < 0 else max(passed)

    @property
    def is_synced(self) -> bool:
        """Whether this process knows the time. No clock expires unless it does."""
        return self.age <= MAX_EXTRAPOLATION_MS

    async def ensure_synced(self) -> None:
        """Return once this process knows of every gap. Raises what the database raises.

        A renewal in flight may have been requested before this process slept.
        """
        if not self.is_synced:
            await self.renew()
        if not self.is_synced:
            await self.renew()

    async def renew(self) -> None:
        """Record that a process serves and learn the time; concurrent callers share one renewal."""
        if self._renewing is None:
            loop, context = asyncio.get_running_loop(), context_without_budget()
            self._renewing = loop.create_task(self._renew(), context=context)
            self._renewing.add_done_callback(self._renewed)
        async with within_wait_budget():
            await asyncio.shield(self._renewing)

    async def keep(self) -> None:
        while True:
            try:
                await self.renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("service clock not renewed", error=type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEWAL_PAUSE_S):
                    await self._renew_soon.wait()
            self._renew_soon.clear()

    def renew_soon(self) -> None:
        """Renew as soon as possible."""
        self._renew_soon.set()

    async def stop(self) -> None:
        """Cancel a renewal in flight."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)

    def _renewed(self, done: asyncio.Task[None]) -> None:
        """Mark a failure as retrieved, even if no caller waits for it any more."""
        self._renewing = None
        if not done.cancelled():
            done.exception()

    async def _renew(self) -> None:
        limit_s = FIRST_RENEWAL_TIMEOUT_S if self._reading_before is None else RENEWAL_TIMEOUT_S
        async with asyncio.timeout(limit_s), self.database.alone() as connection:
            if self._reading_before is None:
                self.downtime = (await connection.execute(_DOWNTIME)).scalar_one()
            before, machine_before = self.watch.read(), machine_now()
            row = (await connection.execute(*self._statement(before))).one()
            after = before if self.database.is_sqlite else self.watch.read()
            machine_after = machine_now()
        if not self.database.is_sqlite:
            follow(datetime.fromtimestamp(row.at / 1000, UTC), machine_before, machine_after)
        self._note_refusal(
            0 <= row.seen - row.refused <= MAX_RENEWAL_GAP_MS, row.downtime - self.downtime
        )
        self._learn(before, after, row.seen - row.downtime, row.downtime)

    def _statement(self, reading: ClockReading) -> tuple[sa.TextClause, dict[str, Any]]:
        refused = {"refused": self.is_refusing()}
        if self.database.is_sqlite:
            return _BY_THE_WALL, {"wall": reading.wall, **refused}
        return _BY_THE_DATABASE, refused

    def _note_refusal(self, answers_refused: bool, lost: int) -> None:
        """Note whether any process reports that the database refuses answers."""
        self._lost = self._lost + lost if self.answers_refused or answers_refused else 0
        if answers_refused != self.answers_refused:
            event = "answers refused" if answers_refused else "answers accepted again"
            log.warning(event, seconds=round(self._lost / 1000, 1))
        self.answers_refused = answers_refused

    def _learn(
        self,
        before_request: ClockReading,
        after_reply: ClockReading,
        service_clock: int,
        downtime: int,
    ) -> None:
        """Store a renewal's result: the time at some moment between request and reply. It counts
        from the reply on, so no clock expires too early, but `age` counts from the request.
        """
        has_served, moved = self.is_synced, downtime - self.downtime
        self._reading_before, self._reading_after = before_request, after_reply
        self._time, self.downtime = service_clock, downtime
        DOWNTIME.set(downtime / 1000)
        if moved or not has_served:
            self.since = service_clock
        if moved:
            self.was_set_back = self.was_set_back or moved < 0
        if moved and not self._lost:
            what = "reference clock set" if has_served else "no process served"
            log.warning(what, seconds=round(moved / 1000, 1))
        if (moved or self._lost) and not self.answers_refused:
            self._lost = 0
            self.on_moved()


def _renewal(reference: str) -> sa.TextClause:
    """The renewal in one statement. It reads the reference under the row lock, so a process that
    waits for another reads it later; both columns follow from one reading.
    """
    return sa.text(
        f"""
        UPDATE service SET (seen, downtime, refused) = (
            SELECT
                CASE WHEN at > seen OR at < seen - {MAX_RENEWAL_GAP_MS} THEN at ELSE seen END,
                downtime + CASE
                    WHEN seen > 0 AND abs(at - seen) > {MAX_RENEWAL_GAP_MS} THEN at - seen
                    WHEN :refused AND at BETWEEN refused AND refused + {MAX_RENEWAL_GAP_MS}
                        THEN at - refused
                    ELSE 0 END,
                CASE WHEN :refused THEN at ELSE refused END
            FROM (SELECT {reference} AS at) AS reference)
        WHERE id = 1 RETURNING seen, downtime, refused, {reference} AS at
        """
    )


_DOWNTIME = sa.select(ServiceRow.downtime).where(ServiceRow.id == 1)
_BY_THE_WALL = _renewal(":wall")
_BY_THE_DATABASE = _renewal("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
