"""Database: sessions for PostgreSQL or SQLite; all access goes through this module.

SQLite has one writer at a time, which takes the write lock at once (BEGIN IMMEDIATE); readers are
read-only. PostgreSQL has a bounded pool behind a fair queue.

Waits for a turn (QUEUE_TIMEOUT_S) and for a statement (`app.infra.postgresql_connections`) are
bounded; they raise TimeoutError.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from hashlib import blake2b
from typing import IO, Any, Literal, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeDecorator

from app.infra.database_errors import QueueTimeout
from app.infra.postgresql_connections import StaleConnections, engine_of
from app.infra.postgresql_timeouts import CLOSE_TIMEOUT_S
from app.infra.settings import StorageSettings, database_file
from app.infra.sqlite_connections import (
    MAX_READERS,
    grouped_writer_of,
    lock_database,
    readers_of,
    truncate_log,
    writer_of,
)
from app.infra.wait_budget import (
    commit_unknown,
    current_wait_budget,
    wait_for_commit,
    within_wait_budget,
)

T = TypeVar("T")
log = structlog.get_logger("conclave.database")
MAX_CONCURRENT_COMMITS = 2
"""Concurrent group commits in PostgreSQL, each on its own connection."""
QUEUE_TIMEOUT_S = 10.0
"""How long a session waits for its turn."""
QUEUE_SHARE = 0.5
"""The share of a request's wait budget that it may spend on waiting for its turn. If its turn came
at the end of the budget, it would be cancelled among its statements, at the cost of a connection;
under too much load nearly all requests would, and next to nothing would be done.
"""
_PROBE = sa.text(
    "UPDATE service SET seen = seen "
    "WHERE id IN (SELECT id FROM service WHERE id = 1 FOR UPDATE SKIP LOCKED)"
)
_IDENTITY = sa.text(
    "SELECT system_identifier, oid FROM pg_control_system(), pg_database "
    "WHERE datname = current_database()"
)
_SQLITE_PROBE = [
    sa.text(f"UPDATE service SET seen = seen {step} WHERE id = 1") for step in ("+ 1", "- 1")
]
"""Two updates: SQLite does not write a page that does not change."""


class Time(TypeDecorator[datetime]):
    """A column type for datetimes, always aware and in UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


class Base(DeclarativeBase):
    """Declarative base of all tables."""

    type_annotation_map = {  # noqa: RUF012 - read by SQLAlchemy
        datetime: Time,
        dict[str, Any]: sa.JSON,
        list[str]: sa.JSON,
        list[int]: sa.JSON,
        Literal: sa.String(),
    }


async def insert_or_not(session: AsyncSession, table: type[Base], *rows: dict[str, Any]) -> None:
    """Insert the rows, except those that exist already."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert = sqlite_insert(table) if is_sqlite else postgresql_insert(table)
    if rows:
        await session.execute(insert.on_conflict_do_nothing(), list(rows))


class Database:
    """Sessions for reading and writing; `thread` is SQLite's writer thread."""

    def __init__(self, settings: StorageSettings) -> None:
        self.settings = settings
        self.is_sqlite = settings.embedded
        self.lock_file: IO[str] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        if self.is_sqlite:
            self._open_sqlite()
        else:
            self._open_postgresql()

    def _open_sqlite(self) -> None:
        file = database_file(self.settings)
        file.parent.mkdir(parents=True, exist_ok=True)
        self.lock_file = lock_database(file)
        self.writer = writer_of(self.settings)
        self.engine = readers_of(self.settings)
        self.grouped = grouped_writer_of(file)
        self.thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._writing = asyncio.Semaphore(1)
        self._reading = asyncio.Semaphore(MAX_READERS)

    def _open_postgresql(self) -> None:
        size = self.settings.database_connections
        self.engine = self.writer = engine_of(self.settings, pool_size=size, max_overflow=0)
        self.doubt = StaleConnections(self.engine).discard_all
        self.unpooled = engine_of(self.settings, poolclass=NullPool)
        self._probing: AsyncConnection | None = None
        self._reading = self._writing = asyncio.Semaphore(size)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A read-only session."""
        async with (
            within_wait_budget(),
            _turn(self._reading),
            AsyncSession(self.engine, expire_on_commit=False) as session,
        ):
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A session in one transaction, committed at its end and rolled back on an exception.

        Raises Problem unavailable if the request's wait budget is spent during the commit.
        """
        if current_wait_budget() is None:
            async with (
                _turn(self._writing),
                AsyncSession(self.writer, expire_on_commit=False) as session,
                session.begin(),
            ):
                yield session
            return
        async with AsyncExitStack() as stack:
            async with within_wait_budget():
                await stack.enter_async_context(_turn(self._writing))
                session = AsyncSession(self.writer, expire_on_commit=False)
                await stack.enter_async_context(session)
                yield session
            commit = asyncio.create_task(session.commit())
            try:
                is_settled = await wait_for_commit(commit)
            finally:
                if not commit.done():
                    self._leave_open(commit, stack.pop_all())
            if not is_settled:
                raise commit_unknown()
            commit.result()

    async def overwrite_deleted(self) -> None:
        """Overwrite what committed transactions have deleted in SQLite's log, where no reader needs
        it now; in its file they have done so themselves.
        """
        if self.is_sqlite:
            async with _turn(self._writing):
                await truncate_log(self.writer)

    def _leave_open(self, commit: asyncio.Task[None], stack: AsyncExitStack) -> None:
        """Close a session once its commit has ended; the request no longer waits for it."""

        async def close() -> None:
            async with stack:
                await commit

        closing = asyncio.get_running_loop().create_task(close())
        self._closing.add(closing)
        closing.add_done_callback(self._closed)

    def _closed(self, closing: asyncio.Task[None]) -> None:
        self._closing.discard(closing)
        if not closing.cancelled() and (error := closing.exception()):
            log.warning("commit failed late", error=type(error).__name__)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncSession]:
        """A session in autocommit mode, so a process that stops between two statements holds no row
        lock in PostgreSQL.
        """
        if self.is_sqlite:
            async with self.writing() as session:
                yield session
            return
        engine = self.writer.execution_options(isolation_level="AUTOCOMMIT")
        async with (
            _turn(self._writing),
            AsyncSession(engine, expire_on_commit=False) as session,
        ):
            yield session

    async def in_writer_thread(self, work: Callable[[sa.Connection], T]) -> T:
        """Run one transaction in SQLite's writer thread."""

        def transact() -> T:
            with self.grouped.begin() as connection:
                return work(connection)

        async with _turn(self._writing):
            return await asyncio.get_running_loop().run_in_executor(self.thread, transact)

    async def writer_thread_is_through(self) -> None:
        """Wait until SQLite's writer thread has finished its queued work."""
        await asyncio.get_running_loop().run_in_executor(self.thread, int)

    async def probe(self) -> None:
        """Write without changing anything; raises the errors of a real write.

        PostgreSQL is probed over a dedicated connection: a turn in the pool's queue would measure
        how busy this process is, not the database's health.
        """

        def write_a_page(connection: sa.Connection) -> None:
            for statement in _SQLITE_PROBE:
                connection.execute(statement)

        if self.is_sqlite:
            await self.in_writer_thread(write_a_page)
            return
        try:
            if self._probing is not None:
                with suppress(sa.exc.DBAPIError, OSError):
                    await self._probing.execute(_PROBE)
                    return
                await self._drop_probe()  # it may have been cut while idle
            connection = await self.unpooled.connect()
            self._probing = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await self._probing.execute(_PROBE)
        except BaseException:
            await self._drop_probe()
            raise

    async def _drop_probe(self) -> None:
        probing, self._probing = self._probing, None
        if probing is not None:
            with suppress(sa.exc.SQLAlchemyError, OSError):
                await probing.invalidate()
                await probing.close()

    async def identity(self) -> str:
        """Distinguishes this PostgreSQL database from its copies elsewhere."""
        async with self.reading() as session:
            row = (await session.execute(_IDENTITY)).one()
        return blake2b(f"{row}".encode(), digest_size=4).hexdigest()

    async def close(self) -> None:
        """Close all connections; dead ones are abandoned."""
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * CLOSE_TIMEOUT_S):
                await self.engine.dispose()
        if self.is_sqlite:
            await self.writer.dispose()
            await self._end_the_thread()
        else:
            await self._drop_probe()
            await self.unpooled.dispose()
        if self.lock_file:
            self.lock_file.close()

    async def _end_the_thread(self) -> None:
        """Stop the writer thread; if its disk does not respond, it ends with the process."""
        ending = asyncio.get_running_loop().run_in_executor(self.thread, self.grouped.dispose)
        await asyncio.wait([ending], timeout=2 * CLOSE_TIMEOUT_S)
        self.thread.shutdown(wait=ending.done())


@asynccontextmanager
async def _turn(queue: asyncio.Semaphore) -> AsyncIterator[None]:
    """Wait for a turn in a queue. Raises QueueTimeout."""
    if queue.locked():
        budget = current_wait_budget()
        longest = QUEUE_TIMEOUT_S if budget is None else budget.left_s * QUEUE_SHARE
        try:
            async with asyncio.timeout(min(longest, QUEUE_TIMEOUT_S)):
                await queue.acquire()
        except TimeoutError:
            raise QueueTimeout from None
    else:
        await queue.acquire()
    try:
        yield
    finally:
        queue.release()
