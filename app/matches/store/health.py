"""Health: whether the database takes what this process writes, for `/readyz`.

A no-op write checks this, at most once a second however many callers ask. It cannot detect
everything: a disk may be full for new rows alone. So a refused batch is rehearsed until the
rehearsal succeeds, or another batch is taken.
"""

from __future__ import annotations

import asyncio
import time

import structlog

from app.infra.database import Database
from app.infra.database_errors import REFUSED, SLOW, reason_of
from app.matches.store.group_commit import Writer
from app.matches.verdicts import Refusal

CACHE_S = 1.0
"""A result is cached for this long."""
CHECK_TIMEOUT_S = 3.0
"""Timeout of a check."""
log = structlog.get_logger("conclave.health")


class Health:
    """The health of this process's database access."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self.writer = writer
        self._checked_at = float("-inf")
        self._reason: str | None = None
        self._lock = asyncio.Lock()

    async def trouble(self) -> str | None:
        """Why this process cannot serve, in one sentence; None if it can."""
        async with self._lock:
            if time.monotonic() - self._checked_at > CACHE_S:
                previous, self._reason = self._reason, await self._check()
                self._checked_at = time.monotonic()
                if previous != self._reason:
                    log.warning("readiness changed", reason=self._reason)
        return SLOW if self._reason is None and self.writer.is_stuck else self._reason

    async def _check(self) -> str | None:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                await self.database.probe()
                if self.writer.refused:
                    await self.writer.store.rehearse(self.writer.refused)
        except Refusal as refusal:
            return refusal.reason
        except TimeoutError:
            return SLOW
        except Exception as error:
            return reason_of(error) or REFUSED
        self.writer.refused = None
        return None
