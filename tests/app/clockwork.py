"""Fake clocks that a test sets: a machine's and a database's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa

from app.clocks.service_time import ServiceClock, _renewal
from app.clocks.system_clock import ClockReading, SystemClock

START = 1_790_000_000_000
BY_THE_WALL = _renewal(":wall")


class SetWatch(SystemClock):
    """Shows what it was set to; each of the two clocks passes or is stepped independently."""

    def __init__(self, wall: int = START) -> None:
        self.monotonic = 7_000_000
        self.wall = wall

    def read(self) -> ClockReading:
        return ClockReading(self.monotonic, self.wall)

    def wait(self, ms: int) -> None:
        """Both pass."""
        self.monotonic += ms
        self.wall += ms

    def sleep(self, ms: int) -> None:
        """The machine slept: its monotonic clock stood, the wall clock was set when it woke."""
        self.wall += ms


class SetDatabase:
    """One row in memory, renewed by the very statement, with a clock of its own. A `silent` one
    does not answer.
    """

    is_sqlite = False

    def __init__(self) -> None:
        self.clock = START
        self.silent = False
        self.asked = 0
        self.engine = sa.create_engine("sqlite://")
        self.row = self.engine.connect()
        self.row.exec_driver_sql(
            "CREATE TABLE service (id INTEGER, seen INTEGER, downtime INTEGER, refused INTEGER)"
        )
        self.row.exec_driver_sql("INSERT INTO service VALUES (1, 0, 0, 0)")

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[Any]:
        self.asked += 1
        if self.silent:
            raise TimeoutError
        yield self

    async def execute(self, statement: Any, values: Any = None) -> Any:
        if values is None:
            return self.row.execute(statement)
        return self.row.execute(BY_THE_WALL, values | {"wall": self.clock})

    @property
    def time(self) -> int:
        """Served time as the row has it."""
        seen, downtime = self.row.exec_driver_sql("SELECT seen, downtime FROM service").one()
        return int(seen - downtime)

    @property
    def downtime(self) -> int:
        return int(self.row.exec_driver_sql("SELECT downtime FROM service").scalar_one())


class Process:
    """One that serves, except while it is stopped or its machine sleeps; `asked` is when it last
    asked for a renewal that succeeded.
    """

    def __init__(self, database: Any, ahead: int = 0) -> None:
        self.watch = SetWatch(START + ahead)
        self.service_clock = ServiceClock(database, self.watch)
        self.stopped = self.asleep = self.wakes_late_by = 0
        self.asked = self.watch.read()
        self.shown = 0

    async def renew(self) -> None:
        asked = self.watch.read()
        await self.service_clock.renew()
        self.asked = asked

    def live(self, ms: int) -> bool:
        """Its clocks go on; whether it runs."""
        if self.asleep > 0:
            self.asleep -= ms
            if self.asleep <= 0:
                self.watch.sleep(self.wakes_late_by)
            return False
        self.watch.wait(ms)
        self.stopped -= min(ms, self.stopped)
        return not self.stopped

    def sleep(self, ms: int, *, wall_too: bool) -> None:
        """Its machine sleeps, or stands still altogether; the wall clock is set when it wakes."""
        self.asleep, self.wakes_late_by = ms, 0 if wall_too else ms

    @property
    def knows(self) -> bool:
        """By the test's own book: whether a renewal succeeded within 4 s by both clocks."""
        now = self.watch.read()
        passed = (now.monotonic - self.asked.monotonic, now.wall - self.asked.wall)
        return all(0 <= elapsed_ms <= 4_000 for elapsed_ms in passed)
