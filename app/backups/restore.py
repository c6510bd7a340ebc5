"""Restore: fills an empty database from a backup, and compares every row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app.backups.archive import ArchiveError, Header, Rows, Trailer, read_archive
from app.backups.backup import digest_of, fingerprint, tables
from app.backups.digest import Digests, difference
from app.infra.revisions import known_revision
from app.infra.settings import StorageSettings, WrongSetting


class Restored(Struct, frozen=True):
    """What was restored."""

    digests: Digests
    keeps_secrets: bool
    """Whether the secret key is the one of the backup: otherwise people sign in again."""


async def restore_backup(settings: StorageSettings, path: Path) -> Restored:
    """Fill a migrated database, which has no accounts and which no server uses, in one transaction.
    Raises WrongSetting, ArchiveError.
    """
    frames = read_archive(path)
    header = next(frames)
    assert isinstance(header, Header)
    if header.revision != (known := known_revision()):
        raise WrongSetting(
            f"The backup is at {header.revision}, this version at {known}: restore it with "
            f"Conclave {header.version}, then upgrade."
        )
    engine = create_async_engine(settings.database_url)
    try:
        async with engine.begin() as connection:
            digests = await _fill(connection, frames)
    finally:
        await engine.dispose()
    return Restored(digests, header.key == fingerprint(settings.secret_key))


async def _fill(connection: AsyncConnection, frames: Iterator[Header | Rows | Trailer]) -> Digests:
    by_name = {table.name: table for table in tables()}
    if await connection.scalar(sa.select(sa.func.count()).select_from(by_name["accounts"])):
        raise WrongSetting("The database is not empty: a backup is restored into a new one.")
    for table in reversed(tables()):
        await connection.execute(sa.delete(table))
    for frame in frames:
        if isinstance(frame, Rows):
            await _insert(connection, by_name, frame)
        elif isinstance(frame, Trailer):
            found = await digest_of(connection)
            if differs := difference(frame.digests, found):
                raise ArchiveError(f"The restored database differs from the backup at {differs}.")
            await _continue_sequences(connection, list(by_name.values()))
            return found
    raise ArchiveError("The backup has no end.")


async def _insert(connection: AsyncConnection, by_name: dict[str, sa.Table], rows: Rows) -> None:
    table = by_name.get(rows.table)
    if table is None or set(rows.columns) != {column.name for column in table.columns}:
        raise ArchiveError(f"The backup has other columns of {rows.table} than this version.")
    keys = {column.name: column.key for column in table.columns}
    values: list[dict[str, Any]] = [
        {keys[name]: value for name, value in zip(rows.columns, row, strict=True)}
        for row in rows.values
    ]
    await connection.execute(sa.insert(table), values)


async def _continue_sequences(connection: AsyncConnection, filled: list[sa.Table]) -> None:
    """Let PostgreSQL number new rows after those restored; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in filled:
        column = table.autoincrement_column
        if column is None or column.autoincrement is False:
            continue
        newest = await connection.scalar(sa.select(sa.func.max(column)))
        if newest is not None:
            sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
            await connection.execute(sa.select(sa.func.setval(sequence, newest)))
