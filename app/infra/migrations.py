"""Migrations: the server migrates its database itself; one history for PostgreSQL and SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from app.infra import revisions
from app.infra.revisions import Revisions, known_revision, read_revisions
from app.infra.settings import StorageSettings, WrongSetting, database_file


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
        found = asyncio.run(read_revisions(settings))
        scripts = ScriptDirectory.from_config(config)
        if found.current in [script.revision for script in scripts.walk_revisions()]:
            raise
        return _require_support(found, known_revision())
    return None


def _require_support(found: Revisions, known: str) -> str | None:
    if found.oldest_code is None or known < found.oldest_code:
        raise WrongSetting(
            "A newer version of Conclave has migrated this database to "
            f"{found.current}, and this version, which knows {known}, can't serve it: "
            'install the newer one again, or go back as "Going back" in docs/operations.md says.'
        )
    return found.current


def downgrade(settings: StorageSettings, to: str) -> None:
    """Migrate the database back to a revision. Raises WrongSetting."""
    config = configuration(settings.database_url)
    current = asyncio.run(read_revisions(settings)).current or ""
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if to not in known or to > current:
        raise WrongSetting(f"This database can't go back to {to or 'nothing'}: it is at {current}.")
    if current not in known:
        raise WrongSetting(f"This database is at {current}: the version that knows it can go back.")
    command.downgrade(config, to)


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
    config.set_main_option("script_location", str(revisions.FOLDER))
    config.attributes["database_url"] = database_url
    return config
