"""Startup: migrates the database and test-writes to it; fails with one sentence."""

from __future__ import annotations

import asyncio
import sqlite3

import asyncpg
from sqlalchemy.exc import DBAPIError

from app.infra.database import Database
from app.infra.database_errors import UNREACHABLE, reason_of
from app.infra.migrations import upgrade
from app.infra.settings import Settings, WrongSetting


def prepare_database(settings: Settings) -> None:
    """Migrate the database, then test-write. Raises WrongSetting."""
    try:
        upgrade(settings)
        asyncio.run(_write(settings))
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


async def _write(settings: Settings) -> None:
    database = Database(settings)
    try:
        await database.probe()
    finally:
        await database.close()
