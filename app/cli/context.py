"""CLI context: runs an operation from the command line, with or without running servers.

With PostgreSQL this process joins the servers for a moment and announces its changes to them. An
SQLite database belongs to one process, so the server must be stopped first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.container import Container
from app.infra.logs import configure
from app.infra.settings import Settings, WrongSetting
from app.process import Process

T = TypeVar("T")
STOP_FIRST = "Another process already serves this SQLite database: stop the server, then try again."


def operate(settings: Settings, work: Callable[[Container], Awaitable[T]]) -> T:
    """Run `work` with a server's components. Raises WrongSetting or Problem."""
    return asyncio.run(_operate(settings, work))


async def _operate(settings: Settings, work: Callable[[Container], Awaitable[T]]) -> T:
    configure("warning")
    try:
        container = Container(settings)
    except WrongSetting:
        raise WrongSetting(STOP_FIRST) from None
    container.shutdown.begun = True
    try:
        await container.process_lock.join()
        await container.bus.start()
        await container.service_clock.renew()
        return await work(container)
    finally:
        await Process(container).stop()
