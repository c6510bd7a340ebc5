"""Process lock: an advisory lock that refuses a second process on one PostgreSQL without Redis.

Processes with Redis share the lock; a process without holds it exclusively. The lock lasts as long
as its connection, and is taken again when the database comes back.
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
from app.infra.settings import StorageSettings, WrongSetting

LOCK = 0x636F6E636C617645
JOIN_TIMEOUT_S = 5.0
"""How long a process that has just ended may still hold the lock."""
CHECK_PAUSE_S = 5.0
log = structlog.get_logger("conclave.process_lock")


class ProcessLock:
    """This process's hold on the advisory lock in PostgreSQL; does nothing with SQLite, where a
    lock on the file refuses a second process.
    """

    def __init__(self, settings: StorageSettings) -> None:
        self.settings = settings
        shared = "_shared" if settings.redis_url else ""
        self._take = sa.text(f"SELECT pg_try_advisory_lock{shared}({LOCK})")
        self._connection: AsyncConnection | None = None

    async def join(self) -> None:
        """Take the lock. Raises WrongSetting if another process serves and either lacks Redis."""
        end = time.monotonic() + JOIN_TIMEOUT_S
        while not self.settings.embedded and not await self._try():
            if time.monotonic() > end:
                raise WrongSetting(
                    "Another process already serves this PostgreSQL database: more than one needs "
                    "REDIS_URL, the same for all."
                )
            await asyncio.sleep(0.25)

    async def keep(self) -> None:
        """Take the lock again after each outage of the database."""
        while not self.settings.embedded:
            await asyncio.sleep(CHECK_PAUSE_S)
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
