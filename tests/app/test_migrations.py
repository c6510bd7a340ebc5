"""Migrations produce the tables that the server's records describe, and downgrade again."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from app.infra import revisions
from app.infra.database import Base, Database
from app.infra.migrations import configuration, upgrade
from app.infra.process_lock import ProcessLock
from app.infra.read_settings import read_settings
from app.infra.settings import Settings, WrongSetting
from app.infra.startup import prepare_database, roll_back_migrations
from tests.app.test_operator import conclave

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


async def check_round_trip(url: str) -> None:
    settings = read_settings(database_url=url, secret_key="x" * 32)
    await asyncio.to_thread(upgrade, settings)
    assert await compare(settings) == []
    await asyncio.to_thread(command.downgrade, configuration(url), "base")
    await asyncio.to_thread(upgrade, settings)
    assert await compare(settings) == []


async def test_sqlite_migrations_upgrade_and_downgrade(tmp_path: Path) -> None:
    await check_round_trip(f"sqlite+aiosqlite:///{tmp_path}/migrated.db")


async def test_postgresql_migrations_upgrade_and_downgrade(empty_postgres_url: str) -> None:
    await check_round_trip(empty_postgres_url)


FUTURE = """
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"
oldest_code = "{oldest}"


def upgrade():
    op.create_table("from_the_future", sa.Column("id", sa.String(), primary_key=True))


def downgrade():
    op.drop_table("from_the_future")
"""


@contextmanager
def newer_version(folder: Path, oldest_code: str) -> Iterator[None]:
    """Make the code know one more migration, on which code from `oldest_code` on may run."""
    if not folder.exists():
        shutil.copytree(revisions.FOLDER, folder)
    future = FUTURE.format(head=head(), oldest=oldest_code)
    (folder / "versions" / "9001_future.py").write_text(future)
    with pytest.MonkeyPatch.context() as newer:
        newer.setattr(revisions, "FOLDER", folder)
        yield


def head() -> str:
    return str(ScriptDirectory.from_config(configuration("")).get_current_head())


def test_every_new_migration_declares_its_oldest_code() -> None:
    scripts = ScriptDirectory.from_config(configuration(""))
    for script in scripts.walk_revisions():
        if script.revision > "0016":
            assert "0001" <= script.module.oldest_code <= script.revision


async def test_older_code_starts_after_an_additive_migration(
    database_url: str, tmp_path: Path
) -> None:
    settings = read_settings(database_url=database_url, secret_key="x" * 32)
    with newer_version(tmp_path / "newer", oldest_code="0001"):
        assert await asyncio.to_thread(prepare_database, settings) is None
    assert await asyncio.to_thread(prepare_database, settings) == "9001"
    with pytest.raises(WrongSetting, match="the version that knows it can go back"):
        await asyncio.to_thread(roll_back_migrations, settings, "0016")


async def test_incompatible_older_code_exits_with_one_sentence(
    database_url: str, tmp_path: Path
) -> None:
    settings = read_settings(database_url=database_url, secret_key="x" * 32)
    known = head()
    with newer_version(tmp_path / "newer", oldest_code="9001"):
        await asyncio.to_thread(prepare_database, settings)
    with pytest.raises(WrongSetting, match=f"to 9001, .* which knows {known}, can't serve it"):
        await asyncio.to_thread(prepare_database, settings)
    result = await asyncio.to_thread(conclave, tmp_path, "migrate", DATABASE_URL=database_url)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


async def test_newer_version_downgrades_for_the_older_one(
    database_url: str, tmp_path: Path
) -> None:
    settings = read_settings(database_url=database_url, secret_key="x" * 32)
    known = head()
    with newer_version(tmp_path / "newer", oldest_code="9001"):
        await asyncio.to_thread(prepare_database, settings)
        await asyncio.to_thread(roll_back_migrations, settings, known)
    assert await asyncio.to_thread(prepare_database, settings) is None
    assert await compare(settings) == []


async def test_database_in_use_is_not_downgraded(database_url: str) -> None:
    settings = read_settings(database_url=database_url, secret_key="x" * 32)
    await asyncio.to_thread(prepare_database, settings)
    database, lock = Database(settings), ProcessLock(settings)
    try:
        await lock.join()
        with pytest.raises(WrongSetting, match="Another process already serves"):
            await asyncio.to_thread(roll_back_migrations, settings, "0016")
    finally:
        await lock.leave()
        await database.close()


async def test_database_downgrades_to_earlier_migrations_only(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/migrated.db"
    settings = read_settings(database_url=url, secret_key="x" * 32)
    await asyncio.to_thread(upgrade, settings, "0015")
    for wrong in ("0016", "chess", "base"):
        with pytest.raises(WrongSetting, match=f"can't go back to {wrong}: it is at 0015"):
            await asyncio.to_thread(roll_back_migrations, settings, wrong)


async def test_old_names_are_folded_and_bot_names_stay_distinct(empty_database_url: str) -> None:
    """SQLite's own lower() knew ASCII alone: two bots might differ by the case of an umlaut."""
    await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "0002")
    names = [("a_1", "guest", "Ärger"), ("a_2", "bot", "ärger"), ("a_3", "guest", "ÄRGER")]
    if empty_database_url.startswith("sqlite"):
        names.append(("a_4", "bot", "ÄRGER"))
    row = "INSERT INTO accounts VALUES (:id, :kind, :name, NULL, '{}', '2026-01-01 00:00:00')"
    engine = create_async_engine(empty_database_url)
    try:
        async with engine.begin() as connection:
            for id, kind, name in names:
                await connection.execute(sa.text(row), {"id": id, "kind": kind, "name": name})
        await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "head")
        async with engine.connect() as connection:
            rows = await connection.execute(sa.text("SELECT id, folded FROM accounts"))
            folded = dict(rows.all())
    finally:
        await engine.dispose()
    assert folded["a_1"] == folded["a_2"] == folded["a_3"] == "ärger"
    assert len({folded[id] for id, kind, _ in names if kind == "bot"}) == len(names) - 2


async def test_admins_of_before_become_moderators(empty_database_url: str) -> None:
    """They could judge reports over the API and nothing else."""
    await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "0029")
    columns = "id, kind, name, folded, skeleton, preferences, created_at, admin"
    row = f"INSERT INTO accounts ({columns}) VALUES "
    row += "(:id, 'person', :id, :id, :id, '{}', '2026-01-01 00:00:00', :admin)"
    engine = create_async_engine(empty_database_url)
    try:
        async with engine.begin() as connection:
            for id, admin in (("a_1", True), ("a_2", False)):
                await connection.execute(sa.text(row), {"id": id, "admin": admin})
        await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "head")
        async with engine.connect() as connection:
            roles = await connection.execute(sa.text("SELECT id, role FROM accounts ORDER BY id"))
            assert roles.all() == [("a_1", "moderator"), ("a_2", None)]
    finally:
        await engine.dispose()
