"""PostgreSQL driver: what knows asyncpg, which the extra `postgres` installs. It is imported once a
server uses PostgreSQL.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

import asyncpg

from app.infra.postgresql_timeouts import CLOSE_TIMEOUT_S, TCP_USER_TIMEOUT_MS

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""The driver's errors; the last one means that a connection broke in the middle of a statement."""
PostgresError = asyncpg.PostgresError
RETRIED_ERRORS = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""Errors of a statement that may succeed when it is sent again."""


class BoundedConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that is dropped when a statement times out."""

    def __init__(self, protocol: Any, transport: Any, *rest: Any) -> None:
        super().__init__(protocol, transport, *rest)
        own = transport.get_extra_info("socket")
        if own.family in (socket.AF_INET, socket.AF_INET6):
            own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)

    def _cancel_current_command(
        self, _sent: asyncio.Future[None], _done: asyncio.Future[None] | None = None
    ) -> None:
        """Terminate the connection instead of asking the server over a new one to cancel."""
        self._loop.call_soon(self.terminate)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await super().close(timeout=min(timeout or CLOSE_TIMEOUT_S, CLOSE_TIMEOUT_S))


def is_rolled_back(error: BaseException) -> bool:
    """Whether the server reported that it did nothing, and its session continues."""
    return isinstance(error, asyncpg.PostgresError) and error.severity_en == "ERROR"
