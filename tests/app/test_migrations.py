"""The migrations lead to the tables that the server's records describe, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from app.database import Base
from app.migrate import configuration, upgrade
from app.settings import Settings, read_settings

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning", "ignore::UserWarning")


def differences(connection: sa.Connection) -> list[Any]:
    return compare_metadata(MigrationContext.configure(connection), Base.metadata)


async def compare(settings: Settings) -> list[Any]:
    engine = create_async_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(differences)
    finally:
        await engine.dispose()


async def there_and_back(url: str) -> None:
    settings = read_settings(database_url=url, secret_key="x" * 32)
    await asyncio.to_thread(upgrade, settings)
    assert await compare(settings) == []
    await asyncio.to_thread(command.downgrade, configuration(url), "base")
    await asyncio.to_thread(upgrade, settings)
    assert await compare(settings) == []


async def test_migrations_of_sqlite(tmp_path: Path) -> None:
    await there_and_back(f"sqlite+aiosqlite:///{tmp_path}/migrated.db")


async def test_migrations_of_postgresql(postgres_url: str) -> None:
    await there_and_back(postgres_url)
