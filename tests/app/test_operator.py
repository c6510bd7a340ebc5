"""Manual operations: resuming a match, starting too many processes."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import asyncpg
import pytest

from app.infra.problems import Problem
from app.infra.process_lock import ProcessLock
from app.infra.read_settings import read_settings
from app.matches.commands import Command
from tests.app.in_process import begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_services_in_process import Stuck, first_card
from tests.app.wire import anonymous, two_at_tiny
from tests.server_process import launch

SECRET = "for-tests-only-0123456789abcdef0123456789abcdef"
PASSWORD = "p@ss:/w%rd #?&+ü"


def conclave(folder, *words, **settings):
    return subprocess.run(
        [sys.executable, "-m", "app.cli", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": SECRET, "GAMES": "tiny", **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.redis
async def test_parked_match_is_resumed_while_the_servers_run(
    postgres_redis_server, second_process, postgres_redis_database, redis_server, tmp_path
):
    """Both processes have the match in memory; one has listeners, the other none."""
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    there = await bob.at(second_process.url)
    question = (await there.view(match))["decisions"][0]
    database = await asyncpg.connect(postgres_redis_database.replace("+asyncpg", ""))
    await database.execute(
        "UPDATE matches SET status = 'paused', edition = edition + 1 WHERE id = $1", match
    )
    await database.close()
    wire = await anonymous(postgres_redis_server.url).wire(match)
    assert wire.view["status"] == "paused"
    path = f"/matches/{match}/decisions/{question['id']}"
    parked = await there.call("POST", path, {"answer": question["default"]})
    assert problem(parked) == "engine-timeout"
    settings = {"DATABASE_URL": postgres_redis_database, "REDIS_URL": redis_server}
    result = await asyncio.to_thread(conclave, tmp_path, "resume", match, **settings)
    assert (result.returncode, result.stderr) == (0, "")
    await wire.until(lambda: wire.view["status"] == "playing")
    assert (await there.answer(match, question["id"], question["default"]))["ply"] == 1
    assert (await ann.view(match))["ply"] == 1


async def test_parked_sqlite_match_is_resumed_between_two_runs(tmp_path):
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db"}
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        busy = await asyncio.to_thread(conclave, tmp_path, "resume", match, **settings)
        assert busy.returncode == 2
        assert "Another process has this SQLite database open" in busy.stderr
    going = await asyncio.to_thread(conclave, tmp_path, "resume", match, **settings)
    assert (going.returncode, going.stderr) == (2, "This match is not parked.\n")
    unknown = await asyncio.to_thread(conclave, tmp_path, "resume", "m_1", **settings)
    assert (unknown.returncode, unknown.stderr) == (2, "There is no such match.\n")


async def test_resumed_match_continues_from_its_last_good_state(tmp_path):
    async with in_process_server(tmp_path, Stuck(), engine_seconds=0.2) as services:
        match = await begin(services, "stuck")
        room = await services.rooms.get(match)
        command = Command("answer", match, 0, "0.0", f"card:{first_card(room)}")
        for _ in range(2):
            with pytest.raises(Problem):
                await services.pipeline.take(command)
            assert room.info.status == "paused"
            await services.parking.resume(match)
            assert (room.info.status, room.ply) == ("playing", 0)
        with pytest.raises(Problem, match="not parked"):
            await services.parking.resume(match)


async def test_two_processes_without_redis_are_refused(serve, postgres_url, tmp_path):
    settings = {"DATABASE_URL": postgres_url}
    first = serve(**settings)
    second = launch(tmp_path, tmp_path / "second.log", settings)
    assert second.process.wait(60) != 0
    assert "Another process already serves this PostgreSQL" in second.log.read_text()
    first.kill()
    lock = ProcessLock(read_settings(database_url=postgres_url, secret_key=SECRET))
    await lock.join()
    await lock.leave()


@pytest.fixture
async def guarded_postgres(durable_postgres):
    """A PostgreSQL server that demands a password from the role `keeper`."""
    admin = await asyncpg.connect(durable_postgres.url)
    await admin.execute(f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'")
    await admin.execute("CREATE DATABASE kept OWNER keeper")
    rules = durable_postgres.folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all keeper scram-sha-256\n{rules.read_text()}")
    await admin.execute("SELECT pg_reload_conf()")
    await admin.close()
    return durable_postgres


async def test_database_password_may_contain_any_characters(guarded_postgres, tmp_path):
    parts = {
        "POSTGRES_HOST": str(guarded_postgres.folder),
        "POSTGRES_DB": "kept",
        "POSTGRES_USER": "keeper",
    }
    result = conclave(tmp_path, "migrate", **parts, POSTGRES_PASSWORD=PASSWORD)
    assert result.stdout == "The database is up to date.\n", result.stderr
    wrong = conclave(tmp_path, "migrate", **parts, POSTGRES_PASSWORD="p@ss")
    assert wrong.returncode != 0
    assert "password authentication failed" in wrong.stderr
