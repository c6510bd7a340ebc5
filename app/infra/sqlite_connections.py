"""SQLite connections: one writer, which takes the write lock at once, and read-only readers.

What is deleted is overwritten (secure_delete), in the file at the commit, in the log once
`truncate_log` has run.
"""

from __future__ import annotations

import fcntl
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.infra.postgresql_connections import QUIET
from app.infra.settings import StorageSettings, WrongSetting

MAX_READERS = 4


def lock_database(file: Path) -> IO[str]:
    """Refuse a second process on the same SQLite file. Raises WrongSetting."""
    lock = open(f"{file}.lock", "w")  # noqa: SIM115 - held for the life of the process
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise WrongSetting(
            "Another process already serves this SQLite database; more than one needs PostgreSQL "
            "and Redis."
        ) from None
    return lock


def writer_of(settings: StorageSettings) -> AsyncEngine:
    """The engine of the one writer."""
    engine = create_async_engine(settings.database_url, pool_size=1, **QUIET)
    _begin_immediate(engine.sync_engine)
    _roll_back_what_was_cancelled(engine.sync_engine)
    return engine


def grouped_writer_of(file: Path) -> sa.Engine:
    """The engine of the thread that commits groups of answers."""
    engine = sa.create_engine(f"sqlite:///{file}", pool_size=1, **QUIET)
    _begin_immediate(engine)
    return engine


def readers_of(settings: StorageSettings) -> AsyncEngine:
    """The engine of the readers."""
    engine = create_async_engine(
        settings.database_url, pool_size=MAX_READERS, max_overflow=0, **QUIET
    )
    _set_pragmas(engine.sync_engine, read_only=True)
    return engine


async def truncate_log(writer: AsyncEngine) -> None:
    """Move the log into the file and empty it, if no reader needs it at the moment."""
    async with writer.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        cursor = await raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await cursor.close()


def _roll_back_what_was_cancelled(engine: sa.Engine) -> None:
    """Release SQLite's write lock before a connection is discarded: closing it does not, as long as
    a traceback refers to a cursor of the cancelled statement.
    """

    @event.listens_for(engine, "invalidate")
    def roll_back(connection: Any, _record: Any, _error: Any) -> None:
        with suppress(sa.exc.SQLAlchemyError, sqlite3.Error, ValueError):
            connection.rollback()


def _begin_immediate(engine: sa.Engine) -> None:
    _set_pragmas(engine, read_only=False)

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_pragmas(engine: sa.Engine, *, read_only: bool) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=3000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA secure_delete=ON")
        if read_only:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()
