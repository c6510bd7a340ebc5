"""Shutdown: the flag that it has begun in this process, and functions to stop its components.

`app.process` stops them in their order; `DRAIN_SECONDS` says how long commands under way may take.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from app.infra.fault_reports import report_fault

log = structlog.get_logger("conclave")


class Shutdown:
    """Once it has `begun`, the process accepts no streams and sockets, and starts no new work."""

    def __init__(self) -> None:
        self.begun = False


async def stop_within(seconds: float, part: str, stopping: Coroutine[Any, Any, None]) -> None:
    """Wait until a component has stopped, for at most `seconds`; report it if it fails or hangs."""
    task = asyncio.create_task(stopping)
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        task.cancel()
        log.error("shutdown timed out", part=part, seconds=seconds)
    elif not task.cancelled() and isinstance(error := task.exception(), Exception):
        report_fault(error, part=part)


async def cancel_all(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
