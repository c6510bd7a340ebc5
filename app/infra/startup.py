"""Startup: migrates the database and test-writes to it; a failure is one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from app.infra.database import Database
from app.infra.database_errors import UNREACHABLE, reason_of
from app.infra.process_lock import ProcessLock
from app.infra.revisions import known_revision, read_revisions
from app.infra.settings import StorageSettings, WrongSetting


def prepare_database(settings: StorageSettings) -> str | None:
    """Migrate the database, then test-write. Returns the revision of a database that a newer
    version has migrated. Raises WrongSetting.
    """
    with in_one_sentence():
        ahead = _migrate(settings)
        asyncio.run(_write(settings))
    return ahead


def _migrate(settings: StorageSettings) -> str | None:
    if asyncio.run(read_revisions(settings)).current == known_revision():
        return None
    from app.infra.migrations import upgrade

    return upgrade(settings)


def roll_back_migrations(settings: StorageSettings, to: str) -> None:
    """Migrate the database back to a revision while no server runs on it. Raises WrongSetting."""

    from app.infra.migrations import downgrade

    async def go_back() -> None:
        async with without_servers(settings):
            await asyncio.to_thread(downgrade, settings, to)

    with in_one_sentence():
        asyncio.run(go_back())


@asynccontextmanager
async def without_servers(settings: StorageSettings) -> AsyncIterator[None]:
    """Keep servers off the database meanwhile. Raises WrongSetting if one uses it."""
    lock = ProcessLock(settings.model_copy(update={"redis_url": ""}))
    database = Database(settings)
    try:
        await lock.join()
        yield
    finally:
        await lock.leave()
        await database.close()


@contextmanager
def in_one_sentence(failure: str = "The server can't start.") -> Iterator[None]:
    """Turn a failure of the database into a WrongSetting: what failed, and why."""
    try:
        yield
    except Exception as error:
        reason = reason_of(error)
        if reason is None:
            raise
        raise WrongSetting(f"{failure} {_why(error, reason)}") from None


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
