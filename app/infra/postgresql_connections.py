"""PostgreSQL connections with timeouts.

A statement has a timeout on the server and, a second later, one on the client, which then drops the
connection: a server that may be unreachable can't be asked to cancel the statement. Both ends drop
a connection whose data is not acknowledged, so a dead connection keeps no locks.
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

from app.infra.settings import StorageSettings

CLIENT_MARGIN_S = 1.0
"""How much later the client's timeout is than the server's."""
CLOSE_TIMEOUT_S = 1.0
"""How long an orderly close may take."""
TCP_USER_TIMEOUT_MS = 5_000
"""TCP drops a connection whose data is unacknowledged for this long."""
IDLE_IN_TRANSACTION_MS = 10_000
"""The server ends a transaction that idles for this long."""
PLAN_LIFETIME_S = 10
"""How long a connection caches a prepared statement and its plan. JIT is off: it takes a second,
more than any of our statements.
"""
_SERVER = {
    "jit": "off",
    "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS),
    "tcp_user_timeout": str(TCP_USER_TIMEOUT_MS),
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
QUIET: Any = {"hide_parameters": True}
"""Keeps statement parameters (seeds, secrets) out of logged database errors."""


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


def engine_of(settings: StorageSettings, **options: Any) -> AsyncEngine:
    """An engine whose connections have timeouts."""
    seconds = settings.database_seconds
    server = {"statement_timeout": str(round(seconds * 1000)), **_SERVER}
    arguments = {
        "connection_class": BoundedConnection,
        "timeout": seconds + CLIENT_MARGIN_S,
        "command_timeout": seconds + CLIENT_MARGIN_S,
        "server_settings": server,
        "max_cached_statement_lifetime": PLAN_LIFETIME_S,
    }
    return create_async_engine(settings.database_url, connect_args=arguments, **QUIET, **options)


class StaleConnections:
    """Discards stale pooled connections: pings each at checkout; once one has not answered, all
    connections at least as old are discarded without a ping.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._since = float("-inf")
        event.listen(engine.sync_engine, "connect", self._connected)
        event.listen(engine.sync_engine, "checkout", self._checked_out)
        event.listen(engine.sync_engine, "handle_error", self._failed)

    def discard_all(self) -> None:
        """Discard all present connections: a caller reports one that did not answer."""
        self._since = time.monotonic()

    def _connected(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        record.info.update(born=time.monotonic(), fresh=True)

    def _checked_out(self, connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        if record.info.pop("fresh", False):
            return
        if record.info["born"] < self._since:
            raise InvalidatePoolError
        try:
            connection.ping()
        except Exception:
            self.discard_all()
            raise InvalidatePoolError from None

    def _failed(self, context: ExceptionContext) -> None:
        if isinstance(context.original_exception, TimeoutError):
            self.discard_all()
            context.is_disconnect = True
