"""Notices: the announcement above every page, and maintenance, in which no match begins."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.instance.models import ROW, InstanceRow

CACHE_S = 5.0
MAX_WAIT_S = 0.5
"""How long a page waits for the notice; without it, it shows the last one."""
log = structlog.get_logger("conclave.notices")


class Notice(Struct, frozen=True):
    """What the host tells everybody now; `announcement` by language."""

    announcement: dict[str, str]
    maintenance: bool


class Notices:
    """Reads and changes the notice; reads are cached for CACHE_S."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._newest = Notice({}, maintenance=False)
        self._fresh_until = 0.0

    async def current(self) -> Notice:
        """The notice; the last one that was read if the database does not answer soon: every page
        asks for it.
        """
        if self._fresh_until < time.monotonic():
            self._fresh_until = time.monotonic() + CACHE_S
            try:
                async with asyncio.timeout(MAX_WAIT_S), self.database.reading() as session:
                    self._newest = _notice_of(await session.get(InstanceRow, ROW))
            except (SQLAlchemyError, OSError, Problem) as error:
                log.warning("notice unknown", error=type(error).__name__)
        return self._newest

    async def announce(self, texts: dict[str, str], hours: int) -> datetime | None:
        """Show a text, by language, for some hours; no text ends it. Returns its end."""
        until = now() + timedelta(hours=hours) if texts else None
        await self._change(announcement=texts or None, announced_until=until)
        return until

    async def maintain(self, on: bool) -> None:
        """Begin or end maintenance."""
        await self._change(maintenance=on)

    async def _change(self, **columns: object) -> None:
        async with self.database.writing() as session:
            await insert_or_not(session, InstanceRow, {"id": ROW, "maintenance": False})
            await session.execute(sa.update(InstanceRow).values(columns))
        self._fresh_until = 0.0


async def refuse_during_maintenance(session: AsyncSession) -> None:
    """Raises Problem unavailable during maintenance."""
    if await in_maintenance(session):
        raise Problem(
            "unavailable", "The server is being maintained: running matches go on, none begins."
        )


async def in_maintenance(session: AsyncSession) -> bool:
    return bool(await session.scalar(sa.select(InstanceRow.maintenance)))


def _notice_of(row: InstanceRow | None) -> Notice:
    if row is None:
        return Notice({}, maintenance=False)
    is_shown = row.announced_until is not None and row.announced_until > now()
    return Notice((row.announcement or {}) if is_shown else {}, row.maintenance)
