"""PostgreSQL connections with timeouts.

A statement has a timeout on the server and, a second later, one on the client, which then drops the
connection: a server that may be unreachable can't be asked to cancel the statement. Both ends drop
a connection whose data is not acknowledged, so a dead connection keeps no locks.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from app.infra.postgresql_timeouts import CLIENT_MARGIN_S, TCP_USER_TIMEOUT_MS
from app.infra.settings import StorageSettings

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


def engine_of(settings: StorageSettings, **options: Any) -> AsyncEngine:
    """An engine whose connections have timeouts."""
    from app.infra.postgresql_driver import BoundedConnection

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
