"""Migrations: the server migrates its database itself; one history for PostgreSQL and SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy.ext.asyncio import create_async_engine

from app.infra.applied_migrations import oldest_code_for
from app.infra.settings import StorageSettings, WrongSetting, database_file

FOLDER = Path(__file__).parents[2] / "migrations"


class Revisions(NamedTuple):
    """A database's revision, and the newest migration that code must know to run on it."""

    current: str | None
    oldest_code: str | None


def upgrade(settings: StorageSettings, to: str = "head") -> str | None:
    """Migrate the database to a revision; any number of processes may do so at once.

    Returns the database's revision if a newer version has migrated it and this code may run on it.
    Raises WrongSetting if it may not.
    """
    if settings.embedded:
        _open(database_file(settings))
    config = configuration(settings.database_url)
    try:
        command.upgrade(config, to)
    except CommandError:
        revisions = asyncio.run(_revisions(settings))
        scripts = ScriptDirectory.from_config(config)
        if revisions.current in [script.revision for script in scripts.walk_revisions()]:
            raise
        return _require_support(revisions, known_revision(settings))
    return None


def _require_support(revisions: Revisions, known: str) -> str | None:
    if revisions.oldest_code is None or known < revisions.oldest_code:
        raise WrongSetting(
            "A newer version of Conclave has migrated this database to "
            f"{revisions.current}, and this version, which knows {known}, can't serve it: "
            'install the newer one again, or go back as "Going back" in docs/operations.md says.'
        )
    return revisions.current


def downgrade(settings: StorageSettings, to: str) -> None:
    """Migrate the database back to a revision. Raises WrongSetting."""
    config = configuration(settings.database_url)
    current = asyncio.run(_revisions(settings)).current or ""
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if to not in known or to > current:
        raise WrongSetting(f"This database can't go back to {to or 'nothing'}: it is at {current}.")
    if current not in known:
        raise WrongSetting(f"This database is at {current}: the version that knows it can go back.")
    command.downgrade(config, to)


def known_revision(settings: StorageSettings) -> str:
    """The newest migration that this version knows."""
    scripts = ScriptDirectory.from_config(configuration(settings.database_url))
    return str(scripts.get_current_head())


async def _revisions(settings: StorageSettings) -> Revisions:
    def read(connection: sa.Connection) -> Revisions:
        current = MigrationContext.configure(connection).get_current_revision()
        return Revisions(current, oldest_code_for(connection))

    engine = create_async_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(read)
    finally:
        await engine.dispose()


def _open(file: Path) -> None:
    """Create the file if there is none. Raises sqlite3.Error here, where no thread of aiosqlite
    outlives the attempt and prints a traceback.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version")


def configuration(database_url: str) -> Config:
    """Alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["database_url"] = database_url
    return config
