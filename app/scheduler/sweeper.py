"""Sweeper: attends to matches that are due, so none depends on a process that died: bots move,
deadlines and offers expire, finished matches are settled.

Any number of sweepers may run: each commits its lease on a batch of matches before it acts.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import load_only

from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.leases import lease_rows
from app.infra.metrics import DEADLINE_LAG
from app.infra.settings import PlaySettings
from app.matches.models import MatchRow
from app.scheduler.scheduler import Scheduler

LEASE_BATCH = 50
RESET_BATCH = 2000
"""Matches changed in one statement, which has a timeout."""
log = structlog.get_logger("conclave.sweeper")


class Sweeper:
    """Leases due matches in batches and hands them to the scheduler."""

    def __init__(
        self,
        database: Database,
        scheduler: Scheduler,
        service_clock: ServiceClock,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.scheduler = scheduler
        self.service_clock = service_clock
        self.settings = settings

    async def keep(self) -> None:
        while True:
            try:
                while await self.sweep():
                    pass
            except (SQLAlchemyError, OSError) as error:
                log.warning("sweep failed", error=type(error).__name__)
            await asyncio.sleep(self.settings.sweeper_interval)

    async def sweep(self) -> int:
        """Lease a batch of due matches and attend to them; returns their number."""
        if self.service_clock.was_set_back:
            await self._make_all_due()
        lease, leased = await self._lease()
        for match in leased:
            await self.scheduler.attend(match, lease)
        return len(leased)

    async def _make_all_due(self) -> None:
        """Make every match due: the reference clock was set back, so stored deadlines are late."""
        service_clock = self.service_clock
        moment, service_clock.was_set_back = service_clock.date(), False
        try:
            last: str | None = ""
            while last is not None:
                last = await self._make_batch_due(moment, last)
        except BaseException:
            service_clock.was_set_back = True
            raise

    async def _make_batch_due(self, moment: datetime, after: str) -> str | None:
        """The same for one batch, after a match id; returns its last id, None at the end."""
        later = sa.select(MatchRow.id).where(MatchRow.due > moment, MatchRow.id > after)
        async with self.database.writing() as session:
            ids = (await session.scalars(later.order_by(MatchRow.id).limit(RESET_BATCH))).all()
            query = sa.update(MatchRow).where(MatchRow.id.in_(ids), MatchRow.due > moment)
            await session.execute(query.values(due=moment))
        return ids[-1] if len(ids) == RESET_BATCH else None

    async def _lease(self) -> tuple[datetime, list[str]]:
        moment = self.service_clock.date()
        lease = moment + timedelta(seconds=self.settings.sweeper_lease)
        due = (
            sa.select(MatchRow)
            .options(load_only(MatchRow.due))
            .where(MatchRow.due <= moment)
            .order_by(MatchRow.due)
            .limit(LEASE_BATCH)
        )

        def reserve(row: MatchRow) -> tuple[str, timedelta]:
            assert row.due is not None
            late, row.due = moment - row.due, lease
            return row.id, late

        leased = await lease_rows(self.database, MatchRow, due, reserve)
        DEADLINE_LAG.set(max((late for _, late in leased), default=timedelta()).total_seconds())
        return lease, [match for match, _ in leased]
