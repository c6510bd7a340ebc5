"""CLI context: performs an operation from the command line, with or without running servers.

With PostgreSQL this process joins the servers for a moment and announces its changes to them. An
SQLite database belongs to one process: a running server is asked at its socket.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from app.container import Container
from app.infra.logs import configure
from app.infra.problems import Problem
from app.infra.settings import Settings, WrongSetting
from app.operator.operations import perform
from app.operator.socket import ask_server, user_name
from app.process import Process

STOP_FIRST = (
    "Another process has this SQLite database open, and does not answer at its socket: stop it, "
    "then try again."
)


class OperationFailed(Exception):
    """An operation failed; `str(error)` is one sentence."""


def operate(settings: Settings, operation: str, *arguments: Any) -> Any:
    """Perform an operation; returns its result as JSON has it.

    Raises WrongSetting or OperationFailed.
    """
    if settings.embedded and (reply := ask_server(settings, operation, [*arguments])) is not None:
        if reply.problem:
            raise OperationFailed(reply.problem)
        return reply.result
    try:
        return asyncio.run(_operate(settings, operation, [*arguments]))
    except Problem as problem:
        raise OperationFailed(problem.sentence or f"{problem.title}.") from None


async def _operate(settings: Settings, operation: str, arguments: list[Any]) -> Any:
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
        return await perform(container, user_name(os.getuid()), operation, arguments)
    finally:
        await Process(container).stop()
