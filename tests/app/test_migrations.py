"""Migrations produce the tables that the server's records describe, and downgrade again."""

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

from app.infra.database import Base
from app.infra.migrations import configuration, upgrade
from app.infra.read_settings import read_settings
from app.infra.settings import Settings

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


async def test_names_from_before_are_folded_and_stay_apart(database_url: str) -> None:
    """SQLite's own lower() knew ASCII alone: two bots might differ by the case of an umlaut."""
    await asyncio.to_thread(command.upgrade, configuration(database_url), "0002")
    names = [("a_1", "guest", "Ärger"), ("a_2", "bot", "ärger"), ("a_3", "guest", "ÄRGER")]
    if database_url.startswith("sqlite"):
        names.append(("a_4", "bot", "ÄRGER"))
    row = "INSERT INTO accounts VALUES (:id, :kind, :name, NULL, '{}', '2026-01-01 00:00:00')"
    engine = create_async_engine(database_url)
    try:
        async with engine.begin() as connection:
            for id, kind, name in names:
                await connection.execute(sa.text(row), {"id": id, "kind": kind, "name": name})
        await asyncio.to_thread(command.upgrade, configuration(database_url), "head")
        async with engine.connect() as connection:
            found = await connection.execute(sa.text("SELECT id, folded FROM accounts"))
            folded = dict(found.all())
    finally:
        await engine.dispose()
    assert folded["a_1"] == folded["a_2"] == folded["a_3"] == "ärger"
    assert len({folded[id] for id, kind, _ in names if kind == "bot"}) == len(names) - 2
