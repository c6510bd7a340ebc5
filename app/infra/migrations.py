"""Migrations: run by the server itself; one history for PostgreSQL and SQLite."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from app.infra.settings import Settings, database_file

FOLDER = Path(__file__).parents[2] / "migrations"


def upgrade(settings: Settings, to: str = "head") -> None:
    """Migrate the database to a revision; any number of processes may do so at once."""
    if settings.embedded:
        database_file(settings).parent.mkdir(parents=True, exist_ok=True)
    command.upgrade(configuration(settings.database_url), to)


def configuration(database_url: str) -> Config:
    """Alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["database_url"] = database_url
    return config
