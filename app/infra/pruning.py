"""Pruning: periodically deletes rows that are no longer needed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy.exc import SQLAlchemyError

PAUSE_S = 600.0
log = structlog.get_logger("conclave.pruning")


async def keep_pruning(*prunes: Callable[[], Awaitable[None]]) -> None:
    """Prune for as long as the process runs; retry later if the database refuses."""
    while True:
        for prune in prunes:
            try:
                await prune()
            except (SQLAlchemyError, OSError) as error:
                log.warning("pruning failed", error=type(error).__name__)
        await asyncio.sleep(PAUSE_S)
