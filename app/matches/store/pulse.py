"""Pulse: checks whether PostgreSQL answers this process at all.

A statement may be slow because of its row, its size or the disk, and would be slow in any process.
So a separate connection sends an empty query again and again. While no answer comes, the database
is *silent* to this process, even if it answers others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.infra.database import Database
from app.infra.postgresql_driver import DRIVER_ERRORS
from app.matches.store.direct_connections import DirectConnections
from app.matches.verdicts import Refusal

PAUSE_S = 0.2
"""Pause between an answer and the next query."""
SILENCE_TIMEOUT_S = 0.7
"""The database is silent if an answer does not come for this long."""
LOOK_PAUSE_S = 0.1
_ASK = "SELECT 1"
log = structlog.get_logger("conclave.pulse")


class Pulse:
    """Queries PostgreSQL; SQLite, which is a part of the process and never silent, needs none.

    `on_silence` is called when the database falls silent, `on_return` when it answers again:
    statements still without an answer on older connections will get none.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.is_silent = False
        self.on_silence: list[Callable[[], None]] = []
        self.on_return: list[Callable[[], None]] = []
        self._connections = DirectConnections(database, SILENCE_TIMEOUT_S, _ASK)

    async def keep(self) -> None:
        """Query for as long as the process runs."""
        try:
            while True:
                await self._listen()
                await asyncio.sleep(PAUSE_S)
        finally:
            await self._connections.close()

    async def _listen(self) -> None:
        """Query once. A failure with a reason is no silence: other statements report the reason."""
        query, since = asyncio.create_task(self._connections.fetch(_ASK)), time.monotonic()
        try:
            while not query.done():
                last_look = time.monotonic()
                await asyncio.wait([query], timeout=LOOK_PAUSE_S)
                now = time.monotonic()
                if now - last_look > 2 * LOOK_PAUSE_S:
                    since = now  # this process slept, and has not read what came meanwhile
                if now - since >= SILENCE_TIMEOUT_S:
                    self._fall_silent()
                    return
            with suppress(Refusal, SQLAlchemyError, OSError, *DRIVER_ERRORS):
                query.result()
                self._return()
        finally:
            query.cancel()
            await asyncio.wait([query])

    def _fall_silent(self) -> None:
        if self.is_silent:
            return
        self.is_silent = True
        log.warning("database silent")
        self.database.doubt()
        for callback in self.on_silence:
            callback()

    def _return(self) -> None:
        if not self.is_silent:
            return
        self.is_silent = False
        log.warning("database answers again")
        for callback in self.on_return:
            callback()
