"""Backup: copies one moment of a database into a file, while servers may run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app.backups.archive import Header, Rows, Trailer, new_archive
from app.backups.digest import DigestOfDatabase, Digests
from app.infra.applied_migrations import AppliedMigration
from app.infra.revisions import known_revision
from app.infra.settings import StorageSettings, WrongSetting
from app.infra.version import version
from app.infra.wall_clock import now
from app.schema import metadata

CHUNK_ROWS = 500


async def write_backup(settings: StorageSettings, path: Path) -> Digests:
    """Write a backup to a new file, without the secret key. Raises WrongSetting, ArchiveError."""
    digest = DigestOfDatabase()
    with new_archive(path) as write:
        async with _one_moment_of(settings) as connection:
            revision = await connection.run_sync(_revision)
            if revision != known_revision():
                raise WrongSetting(
                    f"This database is at {revision or 'no migration'}: a backup is made with the "
                    "version that has migrated it."
                )
            key = fingerprint(settings.secret_key)
            write(Header(revision, version(), now().isoformat(), key))
            for table in tables():
                async for rows in _rows_of(connection, table):
                    digest.add(rows.table, rows.columns, rows.values)
                    write(rows)
        total = digest.total()
        write(Trailer(total))
    return total


def tables() -> list[sa.Table]:
    """The tables of a backup, in an order in which their rows can be inserted. The migrations write
    their own.
    """
    return [
        table for table in metadata.sorted_tables if table.name != AppliedMigration.__tablename__
    ]


async def digest_of(connection: AsyncConnection) -> Digests:
    """The digests of what a connection sees."""
    digest = DigestOfDatabase()
    for table in tables():
        async for rows in _rows_of(connection, table):
            digest.add(rows.table, rows.columns, rows.values)
    return digest.total()


async def _rows_of(connection: AsyncConnection, table: sa.Table) -> AsyncIterator[Rows]:
    columns = [str(column.name) for column in table.columns]
    # an account comes after its owner
    order = [table.c.owner.is_not(None)] if table.name == "accounts" else []
    result = await connection.stream(sa.select(table).order_by(*order))
    async for chunk in result.partitions(CHUNK_ROWS):
        yield Rows(str(table.name), columns, [list(row) for row in chunk])


@asynccontextmanager
async def _one_moment_of(settings: StorageSettings) -> AsyncIterator[AsyncConnection]:
    """A connection that reads the database as it is at its first statement."""
    engine = create_async_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            if settings.embedded:
                await connection.exec_driver_sql("PRAGMA query_only=ON")
                await connection.exec_driver_sql("BEGIN")
            else:
                await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            yield connection
    finally:
        await engine.dispose()


def _revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def fingerprint(key: SecretStr) -> str:
    """Tells whether two secret keys are the same, and nothing else of them."""
    secret: Any = key.get_secret_value().encode()
    return blake2b(secret, digest_size=8, person=b"backup").hexdigest()
