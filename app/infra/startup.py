"""Startup: migrates the database and test-writes to it; a failure is one sentence."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.exc import DBAPIError

from app.infra.database import Database
from app.infra.database_errors import UNREACHABLE, reason_of
from app.infra.migrations import downgrade, upgrade
from app.infra.process_lock import ProcessLock
from app.infra.settings import StorageSettings, WrongSetting


def prepare_database(settings: StorageSettings) -> str | None:
    """Migrate the database, then test-write. Returns the revision of a database that a newer
    version has migrated. Raises WrongSetting.
    """
    with _in_one_sentence():
        ahead = upgrade(settings)
        asyncio.run(_write(settings))
    return ahead


def roll_back_migrations(settings: StorageSettings, to: str) -> None:
    """Migrate the database back to a revision while no server runs on it. Raises WrongSetting."""
    with _in_one_sentence():
        asyncio.run(_downgrade_alone(settings, to))


async def _downgrade_alone(settings: StorageSettings, to: str) -> None:
    lock = ProcessLock(settings.model_copy(update={"redis_url": ""}))
    database = Database(settings)
    try:
        await lock.join()
        await asyncio.to_thread(downgrade, settings, to)
    finally:
        await lock.leave()
        await database.close()


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    try:
        yield
    except (DBAPIError, asyncpg.PostgresError, sqlite3.Error, OSError) as error:
        reason = reason_of(error)
        if reason is None:
            raise
        raise WrongSetting(f"The server can't start. {_why(error, reason)}") from None


def _why(error: Exception, reason: str) -> str:
    """The reason in a sentence; the operating system's own message if it is more specific."""
    if isinstance(error, OSError) and error.strerror and reason == UNREACHABLE:
        return f"Its database: {error.strerror}."
    return reason


async def _write(settings: StorageSettings) -> None:
    database = Database(settings)
    try:
        await database.probe()
    finally:
        await database.close()
