"""Operations: backup, restore and the way from SQLite to PostgreSQL; each failure is a sentence."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.backups.archive import ArchiveError
from app.backups.backup import write_backup
from app.backups.digest import Digests
from app.backups.restore import Restored, restore_backup
from app.infra.settings import Settings, WrongSetting
from app.infra.startup import in_one_sentence, prepare_database, without_servers


def back_up(settings: Settings, file: Path) -> Digests:
    """Write a backup, while servers run. Raises WrongSetting."""
    with _failures_in_one_sentence():
        return asyncio.run(write_backup(settings, file))


def restore(settings: Settings, file: Path) -> Restored:
    """Migrate an empty database and fill it from a backup. Raises WrongSetting."""

    async def restore_alone() -> Restored:
        async with without_servers(settings):
            return await restore_backup(settings, file)

    with _failures_in_one_sentence():
        prepare_database(settings)
        return asyncio.run(restore_alone())


def copy_to_postgres(settings: Settings, url: str) -> Restored:
    """Copy an SQLite database that no server uses into an empty PostgreSQL. Raises WrongSetting."""
    if not settings.embedded:
        raise WrongSetting("DATABASE_URL names no SQLite database.")
    if not url.startswith("postgresql+asyncpg://"):
        raise WrongSetting("The target must begin with postgresql+asyncpg://.")
    with tempfile.TemporaryDirectory() as folder, _failures_in_one_sentence():
        file = Path(folder) / "backup"
        asyncio.run(_write_alone(settings, file))
        return restore(settings.model_copy(update={"database_url": url}), file)


async def _write_alone(settings: Settings, file: Path) -> None:
    async with without_servers(settings):
        await write_backup(settings, file)


@contextmanager
def _failures_in_one_sentence() -> Iterator[None]:
    try:
        with in_one_sentence("The database can't be read or written."):
            yield
    except ArchiveError as error:
        raise WrongSetting(str(error)) from None
