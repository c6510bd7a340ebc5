"""Direct connections to PostgreSQL: the statements bypass SQLAlchemy and go to its driver, since
starting one through its layers costs as much as sending it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.infra.database import Database
from app.infra.database_errors import UNREACHABLE, reason_of
from app.infra.postgresql_driver import DRIVER_ERRORS, is_rolled_back
from app.matches.verdicts import Refusal

_Lane = tuple[AsyncConnection, asyncpg.Connection]
"""A connection as SQLAlchemy knows it, and the driver's own."""


class DirectConnections:
    """A pool with one connection per statement in flight; each first executes `setup`."""

    def __init__(self, database: Database, connect_timeout_s: float, setup: str) -> None:
        self.database = database
        self.connect_timeout_s = connect_timeout_s
        self.setup = setup
        self.free: list[_Lane] = []
        self._used: set[_Lane] = set()

    async def fetch(self, *statement: Any) -> list[asyncpg.Record]:
        """Run one statement with its arguments as a transaction; returns its rows. After a failure
        the connection is closed with all free ones, unless the server reports that its session
        continues. Raises Refusal, TimeoutError and the driver's errors.
        """
        lane = await self._lane()
        self._used.add(lane)
        try:
            rows: list[asyncpg.Record] = await lane[1].fetch(*statement)
        except BaseException as error:
            if isinstance(error, TimeoutError):
                self.database.doubt()
            if not is_rolled_back(error):
                await _let_go(lane)
                await self.close()
                raise
            self.free.append(lane)
            raise
        finally:
            self._used.discard(lane)
        self.free.append(lane)
        return rows

    def give_up(self) -> None:
        """Cut all connections: statements without a reply fail at once, and may have run."""
        for lane in (*self._used, *self.free):
            lane[1].terminate()

    @asynccontextmanager
    async def another(self) -> AsyncIterator[asyncpg.Connection]:
        """The driver of a separate connection, closed afterwards."""
        lane = await self._connect()
        try:
            yield lane[1]
        finally:
            await _let_go(lane)

    async def close(self) -> None:
        while self.free:
            await _let_go(self.free.pop())

    async def _lane(self) -> _Lane:
        """A connection without a statement in flight. Raises Refusal."""
        while self.free:
            lane = self.free.pop()
            if not lane[1].is_closed():
                return lane
            await _let_go(lane)
        try:
            async with asyncio.timeout(self.connect_timeout_s):
                return await self._connect_somehow()
        except TimeoutError:
            raise Refusal(UNREACHABLE) from None

    async def _connect_somehow(self) -> _Lane:
        """Retry until a server accepts the connection. Raises Refusal if it gives a reason."""
        while True:
            try:
                return await self._connect()
            except OSError:
                pass
            except (DBAPIError, *DRIVER_ERRORS) as error:
                if reason := reason_of(error):
                    raise Refusal(reason) from error
            await asyncio.sleep(0.1)

    async def _connect(self) -> _Lane:
        connection = await self.database.unpooled.connect()
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        lane = connection, raw
        try:
            await raw.execute(self.setup)
        except BaseException:
            await _let_go(lane)
            raise
        return lane


async def _let_go(lane: _Lane) -> None:
    """Close a connection without a goodbye message, which might not arrive."""
    lane[1].terminate()
    with suppress(DBAPIError, OSError):
        await lane[0].invalidate()
        await lane[0].close()
