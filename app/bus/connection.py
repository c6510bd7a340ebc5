"""Redis connection: opened by redis-py, then read and written without its streams, which cost
several times as much per message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import hiredis
from redis.asyncio.connection import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

LOST = (RedisError, OSError, TimeoutError)
"""The errors that `open` raises."""
CONNECT_TIMEOUT_S = 2.0
"""Time to connect, and to sign in."""


class RedisConnection(asyncio.Protocol):
    """A connection with the older protocol (RESP2), whose messages cost the client half as much.
    `received` is called with each reply or message; an error is an instance of `Exception`.
    """

    def __init__(self, url: str, received: Callable[[Any], None]) -> None:
        once = Retry(NoBackoff(), 0)
        pool = ConnectionPool.from_url(
            url,
            protocol=2,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=CONNECT_TIMEOUT_S,
            retry=once,
        )
        self._opener = pool.make_connection()  # type: ignore[no-untyped-call]
        self._received = received
        self._replies = hiredis.Reader()
        self._transport: asyncio.WriteTransport | None = None
        self._closed = asyncio.Event()

    async def open(self) -> None:
        """Connect and sign in. Raises one of LOST."""
        await self._opener.connect()
        transport = cast("asyncio.WriteTransport", self._opener._writer.transport)
        if transport.is_closing():
            raise ConnectionError("closed by Redis")
        transport.set_protocol(self)
        self._transport = transport

    def send(self, *command: str | bytes | int) -> None:
        """Queue a command."""
        if self._transport is not None:
            self._transport.write(hiredis.pack_command(command))  # type: ignore[arg-type]

    async def wait_closed(self) -> None:
        """Wait until either side has closed it."""
        await self._closed.wait()

    async def close(self) -> None:
        """Close it without waiting for the peer."""
        await self._opener.disconnect(nowait=True)
        self._closed.set()

    def data_received(self, data: bytes) -> None:
        self._replies.feed(data)
        while (reply := self._replies.gets()) is not False:
            self._received(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()
