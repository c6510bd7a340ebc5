"""Connections to PostgreSQL, none of which waits for ever.

A statement has a deadline on the server and, a second later, one here: after that the connection
is dropped, since a server that may be out of reach can't be asked to cancel the statement. Both
ends drop a connection whose data is not acknowledged, so that a dead one keeps no locks.
"""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from app.infra.settings import Settings

SPARE = 1.0
"""Seconds by which the deadline here is later than the server's."""
CLOSING = 1.0
"""Seconds for a farewell."""
UNHEARD = 5_000
"""Milliseconds after which TCP gives up what was sent and not acknowledged."""
IDLE_IN_TRANSACTION = 10_000
"""Milliseconds after which the server ends a transaction that says nothing more."""
PLAN_SECONDS = 10
"""For how long a connection keeps a statement with its plan. No plan is compiled: that takes a
second, which no statement of ours is worth.
"""
_SERVER = {
    "jit": "off",
    "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION),
    "tcp_user_timeout": str(UNHEARD),
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
QUIET: Any = {"hide_parameters": True}
"""Errors of the database end in logs; what was to be written (seeds, secrets) does not."""


class BoundedConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that ends where a statement does not."""

    def __init__(self, protocol: Any, transport: Any, *rest: Any) -> None:
        super().__init__(protocol, transport, *rest)
        own = transport.get_extra_info("socket")
        if own.family in (socket.AF_INET, socket.AF_INET6):
            own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)

    def _cancel_current_command(
        self, _sent: asyncio.Future[None], _done: asyncio.Future[None] | None = None
    ) -> None:
        """The driver wants to ask the server, over a new connection, to cancel a statement."""
        self._loop.call_soon(self.terminate)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await super().close(timeout=min(timeout or CLOSING, CLOSING))


def engine_of(settings: Settings, **options: Any) -> AsyncEngine:
    """An engine whose connections are bounded."""
    seconds = settings.database_seconds
    server = {"statement_timeout": str(round(seconds * 1000)), **_SERVER}
    arguments = {
        "connection_class": BoundedConnection,
        "timeout": seconds + SPARE,
        "command_timeout": seconds + SPARE,
        "server_settings": server,
        "max_cached_statement_lifetime": PLAN_SECONDS,
    }
    return create_async_engine(settings.database_url, connect_args=arguments, **QUIET, **options)


class StaleConnections:
    """Whether the connections of a pool are still what they were: one that has waited in the pool
    is asked, and where one did not answer, the others that are as old are not asked any more.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._since = float("-inf")
        event.listen(engine.sync_engine, "connect", self._connected)
        event.listen(engine.sync_engine, "checkout", self._asked)
        event.listen(engine.sync_engine, "handle_error", self._failed)

    def arise(self) -> None:
        """Somebody else has met silence."""
        self._since = time.monotonic()

    def _connected(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        record.info.update(born=time.monotonic(), fresh=True)

    def _asked(self, connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        if record.info.pop("fresh", False):
            return
        if record.info["born"] < self._since:
            raise InvalidatePoolError
        try:
            connection.ping()
        except Exception:
            self.arise()
            raise InvalidatePoolError from None

    def _failed(self, context: ExceptionContext) -> None:
        if isinstance(context.original_exception, TimeoutError):
            self.arise()
            context.is_disconnect = True
