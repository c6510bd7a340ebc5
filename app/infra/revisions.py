"""Revisions: which migration a database has reached, and which one this version knows; read without
Alembic, which a server loads only to migrate.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import create_async_engine

from app.infra.applied_migrations import oldest_code_for
from app.infra.settings import StorageSettings, database_file

FOLDER = Path(__file__).parents[2] / "migrations"
_CURRENT = sa.text("SELECT version_num FROM alembic_version")


class Revisions(Struct, frozen=True):
    """A database's revision, and the newest migration that code must know to run on it."""

    current: str | None = None
    oldest_code: str | None = None


def known_revision() -> str:
    """The newest migration that this version knows; files are named by their revision."""
    return max(file.stem.partition("_")[0] for file in FOLDER.glob("versions/*_*.py"))


async def read_revisions(settings: StorageSettings) -> Revisions:
    """The revisions of a database; none if it is empty."""
    if settings.embedded and not database_file(settings).exists():
        return Revisions()
    engine = create_async_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_read)
    finally:
        await engine.dispose()


def _read(connection: sa.Connection) -> Revisions:
    if not sa.inspect(connection).has_table("alembic_version"):
        return Revisions()
    return Revisions(connection.scalar(_CURRENT), oldest_code_for(connection))
