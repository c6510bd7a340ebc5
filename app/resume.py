"""Resuming from the command line: this process joins those that serve, and tells them."""

from __future__ import annotations

import asyncio

from app.main import assemble, close
from app.matches.park import resume
from app.services import Services
from app.settings import Settings


def resume_match(settings: Settings, match: str) -> None:
    """Let a parked match go on. Raises WrongSetting or Problem."""
    asyncio.run(_resume(settings, match))


async def _resume(settings: Settings, match: str) -> None:
    services = Services(settings)
    assemble(services)
    services.closing = True
    try:
        await services.company.join()
        await services.bus.start()
        await resume(services, match)
    finally:
        await close(services, [])
