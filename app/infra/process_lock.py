"""Company: the processes on one PostgreSQL hear of one another through Redis, or there is but one.

A lock in the database says which: processes with Redis share it, one without holds it alone. It is
held as long as its connection lives, and taken again when the database comes back.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from app.infra.postgresql_connections import engine_of
from app.infra.settings import Settings, WrongSetting

LOCK = 0x636F6E636C617645
PATIENCE = 5.0
"""Seconds for which a process that has just ended may still seem to be there."""
PAUSE = 5.0
log = structlog.get_logger("conclave.process_lock")


class ProcessLock:
    """This process's place among those that serve the same PostgreSQL; with SQLite there is none.

    (A second process on an SQLite file is refused by a lock on the file.)
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        shared = "_shared" if settings.redis_url else ""
        self._take = sa.text(f"SELECT pg_try_advisory_lock{shared}({LOCK})")
        self._connection: AsyncConnection | None = None

    async def join(self) -> None:
        """Raises WrongSetting where this process and another would not hear of one another."""
        end = time.monotonic() + PATIENCE
        while not self.settings.embedded and not await self._try():
            if time.monotonic() > end:
                raise WrongSetting(
                    "Another process already serves this PostgreSQL database: more than one needs "
                    "REDIS_URL, the same for all."
                )
            await asyncio.sleep(0.25)

    async def keep(self) -> None:
        """Take the place again whenever the database was away."""
        while not self.settings.embedded:
            await asyncio.sleep(PAUSE)
            with suppress(SQLAlchemyError, OSError):
                if not await self._is_here() and not await self._try():
                    log.error("another process serves this database, and REDIS_URL is not set")

    async def leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await connection.close()

    async def _try(self) -> bool:
        engine = engine_of(self.settings, poolclass=NullPool)
        connection = await engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        if await connection.scalar(self._take):
            self._connection = connection
            return True
        await connection.close()
        return False

    async def _is_here(self) -> bool:
        try:
            if self._connection is not None:
                await self._connection.execute(sa.text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            await self.leave()
        return self._connection is not None
