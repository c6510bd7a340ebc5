"""CLI context: runs an operation from the command line, beside running servers or without them.

With PostgreSQL this process joins the servers for a moment and announces its changes to them; an
SQLite database belongs to one process, so the server must be stopped first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.container import Services
from app.infra.logs import configure
from app.infra.settings import Settings, WrongSetting
from app.main import assemble, close

T = TypeVar("T")
STOP_FIRST = "Another process already serves this SQLite database: stop the server, then try again."


def operate(settings: Settings, work: Callable[[Services], Awaitable[T]]) -> T:
    """Run `work` with a server's services. Raises WrongSetting or Problem."""
    return asyncio.run(_operate(settings, work))


async def _operate(settings: Settings, work: Callable[[Services], Awaitable[T]]) -> T:
    configure("warning")
    services = Services(settings)
    services.lifecycle.closing = True
    try:
        assemble(services)
    except WrongSetting:
        raise WrongSetting(STOP_FIRST) from None
    try:
        await services.process_lock.join()
        await services.bus.start()
        await services.service_clock.renew()
        return await work(services)
    finally:
        await close(services, [])
