"""Migrations: run by the server itself; one history for PostgreSQL and SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config

from app.infra.settings import Settings, database_file

FOLDER = Path(__file__).parents[2] / "migrations"


def upgrade(settings: Settings, to: str = "head") -> None:
    """Migrate the database to a revision; any number of processes may do so at once."""
    if settings.embedded:
        _open(database_file(settings))
    command.upgrade(configuration(settings.database_url), to)


def _open(file: Path) -> None:
    """Make the file if there is none. Raises sqlite3.Error here, where no thread of aiosqlite
    outlives the attempt and writes a traceback.
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
