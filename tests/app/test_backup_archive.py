"""`conclave backup`, `restore` and `migrate-to-postgres`: between both kinds of database, while
matches are played; every match is compared.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from random import Random

import pytest
import sqlalchemy as sa

from app.backups import backup
from app.backups.operations import back_up, copy_to_postgres, restore
from app.chat.service import ChatText
from app.history.export import export
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting, database_file
from app.matches.models import ChatRow, EntryRow
from tests.app.analysts import answer_one, finished
from tests.app.in_process import ANN, begin, in_process_server, plain
from tests.conftest import sqlite_url

MATCHES = int(os.environ.get("BACKUP_MATCHES", "6"))
"""The long run has 1,000."""
KEY = "x" * 32


def settings_of(url, key=KEY):
    return read_settings(database_url=url, secret_key=key)


@pytest.fixture
def source(database_url):
    """Settings of a database of each kind that has its tables."""
    return settings_of(database_url)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def target(request, tmp_path):
    """Settings of an empty database of each kind."""
    if request.param == "sqlite":
        return settings_of(sqlite_url(tmp_path / "target"))
    return settings_of(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture
async def backed_up(tmp_path):
    """A backup of a server on SQLite with one match, and that server's settings."""
    async with in_process_server(tmp_path) as services:
        await finished(services)
        back = await asyncio.to_thread(back_up, services.settings, tmp_path / "conclave.backup")
    assert len(back.matches) == 1
    return tmp_path / "conclave.backup", settings_of(sqlite_url(tmp_path))


def serve(settings, **more):
    folder = database_file(settings).parent if settings.embedded else None
    return in_process_server(folder, database_url=settings.database_url, **more)


async def say(services, match, text):
    room = await services.rooms.fresh(match)
    return await services.chat.say(room, ANN, ChatText(text))


async def histories(services, matches):
    """What is told of matches that have ended."""
    rooms = [await services.rooms.fresh(match) for match in matches]
    return [plain(await export(services.database, services.replays, room)) for room in rooms]


def sentence_of(work, *arguments):
    with pytest.raises(WrongSetting) as refused:
        work(*arguments)
    return str(refused.value)


@pytest.mark.timeout(120 + MATCHES)
async def test_backup_taken_while_a_match_is_played_restores_every_match(source, target, tmp_path):
    file, rng = tmp_path / "conclave.backup", Random(1)
    async with serve(source, matches_per_hour=0) as services:
        matches = [await finished(services, turns=4) for _ in range(MATCHES)]
        running = await begin(services, "tiny", turns=100_000)
        await say(services, running, "Good luck")
        told = await histories(services, matches)
        backing_up = asyncio.create_task(asyncio.to_thread(back_up, source, file))
        while not backing_up.done():
            await answer_one(services, running, rng)
        digests = await backing_up
        assert (await services.rooms.fresh(running)).ply > 0
    restored = await asyncio.to_thread(restore, target, file)
    assert restored.digests == digests
    assert restored.keeps_secrets
    async with serve(target, with_accounts=False) as services:
        assert await histories(services, matches) == told
        before = (await services.rooms.fresh(running)).ply
        await answer_one(services, running, rng)
        assert (await services.rooms.fresh(running)).ply == before + 1
        await say(services, running, "And on")
        chat = await services.chat.read(await services.rooms.fresh(running), 0, ANN)
        assert [line.text for line in chat.items] == ["Good luck", "And on"]


@pytest.mark.postgres
async def test_sqlite_database_moves_to_postgresql_while_no_server_uses_it(
    tmp_path, empty_postgres_url
):
    async with in_process_server(tmp_path) as services:
        matches = [await finished(services) for _ in range(2)]
        told = await histories(services, matches)
        settings = services.settings
        work = copy_to_postgres, settings, empty_postgres_url
        assert "already serves this SQLite database" in await asyncio.to_thread(sentence_of, *work)
    assert len((await asyncio.to_thread(*work)).digests.matches) == 2
    async with serve(settings_of(empty_postgres_url), with_accounts=False) as services:
        assert await histories(services, matches) == told
    assert "not empty" in await asyncio.to_thread(sentence_of, *work)
    wrong = copy_to_postgres, settings, "mysql://localhost/conclave"
    assert "postgresql+asyncpg" in await asyncio.to_thread(sentence_of, *wrong)


async def test_backup_is_for_its_owner_alone_and_has_no_secret_key(backed_up):
    file, settings = backed_up
    assert file.stat().st_mode & 0o777 == 0o600
    assert KEY.encode() not in gzip.decompress(file.read_bytes())
    assert "File exists" in await asyncio.to_thread(sentence_of, back_up, settings, file)


async def test_failed_backup_leaves_no_file(backed_up, monkeypatch, tmp_path):
    _, settings = backed_up
    monkeypatch.setattr(backup, "CHUNK_ROWS", "many")
    with pytest.raises(TypeError):
        await asyncio.to_thread(back_up, settings, tmp_path / "other.backup")
    assert not (tmp_path / "other.backup").exists()


async def test_restore_says_that_the_secret_key_is_another(backed_up, tmp_path):
    target = settings_of(sqlite_url(tmp_path / "target"), key="y" * 32)
    assert not (await asyncio.to_thread(restore, target, backed_up[0])).keeps_secrets


async def test_restore_refuses_a_database_in_use_or_with_accounts(backed_up):
    file, settings = backed_up
    assert "not empty" in await asyncio.to_thread(sentence_of, restore, settings, file)
    async with serve(settings, with_accounts=False):
        assert "already serves" in await asyncio.to_thread(sentence_of, restore, settings, file)


@pytest.mark.parametrize("damage", ["cut", "other", "changed"])
async def test_damaged_backup_leaves_the_database_empty(backed_up, damage, tmp_path):
    file, _ = backed_up
    raw = gzip.decompress(file.read_bytes())
    if damage == "cut":
        file.write_bytes(gzip.compress(raw[:-40]))
    elif damage == "other":
        file.write_bytes(b"-- a dump of another program")
    else:
        assert raw.count(b"Bob") > 0
        file.write_bytes(gzip.compress(raw.replace(b"Bob", b"Rob", 1)))
    target = settings_of(sqlite_url(tmp_path / "target"))
    sentence = await asyncio.to_thread(sentence_of, restore, target, file)
    assert ("differs from the backup at" if damage == "changed" else "no backup") in sentence
    async with (
        serve(target, with_accounts=False) as services,
        services.database.reading() as session,
    ):
        for table in (EntryRow, ChatRow):
            assert await session.scalar(sa.select(sa.func.count()).select_from(table)) == 0


async def test_backup_of_another_migration_names_its_version(backed_up, monkeypatch, tmp_path):
    file, settings = backed_up
    target = settings_of(sqlite_url(tmp_path / "target"))
    monkeypatch.setattr("app.backups.restore.known_revision", lambda: "9999")
    sentence = await asyncio.to_thread(sentence_of, restore, target, file)
    assert "this version at 9999: restore it with Conclave" in sentence
    monkeypatch.setattr("app.backups.backup.known_revision", lambda: "9999")
    work = back_up, settings, tmp_path / "other.backup"
    assert "has migrated it" in await asyncio.to_thread(sentence_of, *work)
