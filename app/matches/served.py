"""Served time: the clock that stands still while no server is there to serve.

Every process renews one row. Whoever finds that nobody has for a while adds the gap to the downtime
of all; the row is changed in one statement, so that no gap is counted twice. Deadlines are kept in
served time and need no change.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.database import Database
from app.matches.records import ServiceRow
from app.metrics import DOWNTIME

PAUSE = 2.0
"""Seconds between two renewals of a process."""
GAP = 5_000
"""Milliseconds without a renewal by anybody after which nobody was there."""
log = structlog.get_logger("conclave.served")


class Served:
    """What this process knows of served time; `moved` is called when deadlines have moved."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.downtime = 0
        self.moved: Callable[[], None] = lambda: None
        self._renewed = float("-inf")

    def now(self) -> int:
        """Milliseconds of served time."""
        return _wall() - self.downtime

    async def renew(self) -> None:
        """Say that somebody serves, and learn of the gaps that were found."""
        wall = _wall()
        gap = wall - ServiceRow.seen
        missed = sa.case((sa.and_(ServiceRow.seen > 0, gap > GAP), gap), else_=0)
        query = (
            sa.update(ServiceRow)
            .where(ServiceRow.id == 1)
            .values(
                downtime=ServiceRow.downtime + missed,
                seen=sa.case((gap > 0, wall), else_=ServiceRow.seen),
            )
            .returning(ServiceRow.downtime)
        )
        async with self.database.writing() as session:
            downtime = (await session.execute(query)).scalar_one()
        self._renewed = time.monotonic()
        if downtime != self.downtime:
            log.info("deadlines moved", seconds=round((downtime - self.downtime) / 1000, 1))
            self.downtime = downtime
            DOWNTIME.set(downtime / 1000)
            self.moved()

    async def be_sure(self) -> None:
        """Returns once this process knows of every gap. Nobody's time is up before."""
        if time.monotonic() - self._renewed > 2 * PAUSE:
            await self.renew()

    async def keep(self) -> None:
        while True:
            try:
                await self.renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("not renewed", error=type(error).__name__)
            await asyncio.sleep(PAUSE)


def _wall() -> int:
    return time.time_ns() // 1_000_000
