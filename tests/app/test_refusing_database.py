"""A database that refuses writes, and rows locked by another process."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest

from app.infra.database_errors import AHEAD, BUSY
from app.infra.metrics import CONFLICTS
from app.matches.verdicts import NotWritten
from devtools.services import free_port
from tests.app.conftest import QUICK
from tests.app.in_process import begin, in_process_server
from tests.app.test_silent_postgresql import TIMEOUT_S, answer, fetch
from tests.app.wire import two_at_tiny
from tests.server_process import Server

REFUSING = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '{state}'; END $$;
CREATE TRIGGER refuse BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse();
"""
CONFLICT = CONFLICTS._value


async def run(url: str, statements: str) -> None:
    """Run the statements in a session that may write even while others may not."""
    may = {"default_transaction_read_only": "off"}
    connection = await asyncpg.connect(url.replace("+asyncpg", ""), server_settings=may)
    try:
        await connection.execute(statements)
    finally:
        await connection.close()


async def refusal_reason(services, match: str) -> str:
    """The reason why the next answer is refused, at once and without a retry."""
    conflicts, started = CONFLICT.get(), time.monotonic()
    with pytest.raises(NotWritten) as refusal:
        await answer(services, match)
    assert CONFLICT.get() == conflicts
    assert time.monotonic() - started < TIMEOUT_S / 2
    assert services.rooms._rooms[match].ply == 0
    return str(refusal.value.members["why"])


async def wait_until_healthy(services) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while await services.health.trouble():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.timed
@pytest.mark.postgres
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("25006", "The database is read-only."),
        ("53100", "The database's disk is full."),
        ("57P03", "The database is starting or stopping."),
        ("XX000", "The database refused this."),
    ],
)
async def test_postgresql_refusal_is_reported_and_recovers(tmp_path, postgres_url, state, reason):
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny", turns=4)
        assert await services.health.trouble() is None
        await run(postgres_url, REFUSING.format(state=state))
        assert await refusal_reason(services, match) == reason
        services.health._checked_at = float("-inf")
        assert await services.health.trouble() == reason
        assert await fetch(postgres_url, "SELECT 1 FROM entries WHERE ply > 0") == []
        await run(postgres_url, "DROP TRIGGER refuse ON entries")
        await wait_until_healthy(services)
        assert await answer(services, match) == 1


@pytest.mark.timed
@pytest.mark.postgres
async def test_read_only_database_is_reported_and_recovers(tmp_path, postgres_url):
    """Its sessions are terminated, and new ones are read-only."""
    name = urlsplit(postgres_url).path.strip("/")
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny", turns=4)
        await run(
            postgres_url,
            f"ALTER DATABASE {name} SET default_transaction_read_only = on;"
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        assert await services.health.trouble() == "The database is read-only."
        assert await refusal_reason(services, match) == "The database is read-only."
        await run(
            postgres_url,
            f"ALTER DATABASE {name} RESET default_transaction_read_only;"
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await wait_until_healthy(services)
        assert await answer(services, match) == 1


async def run_pragma(services, pragma: str) -> None:
    """Run it on the one connection that commits answers."""
    thread, connections = services.database.thread, services.database.grouped

    def work() -> None:
        with connections.connect() as connection:
            connection.connection.driver_connection.execute(pragma)

    await asyncio.get_running_loop().run_in_executor(thread, work)


async def test_sqlite_refusal_is_reported_and_recovers(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=4)
        await run_pragma(services, "PRAGMA query_only = ON")
        assert await refusal_reason(services, match) == "The database is read-only."
        services.health._checked_at = float("-inf")
        assert await services.health.trouble() == "The database is read-only."
        await run_pragma(services, "PRAGMA query_only = OFF")
        await wait_until_healthy(services)
        assert await answer(services, match) == 1


async def test_full_disk_is_reported_and_recovers_on_sqlite(tmp_path):
    """The database file cannot grow."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=40)
        await run_pragma(services, "PRAGMA max_page_count = 1")
        room = await services.rooms.get(match)
        ply, reason = 0, None
        while reason is None and ply < 60:
            reason = await try_answer(services, match)
            ply = room.ply
        assert reason == "The database's disk is full."
        await run_pragma(services, "PRAGMA max_page_count = 1000000")
        await wait_until_healthy(services)
        assert await answer(services, match) == ply + 1


async def try_answer(services, match: str) -> str | None:
    """The reason why the next answer is refused, if it is."""
    try:
        await answer(services, match)
    except NotWritten as refusal:
        return str(refusal.members["why"])
    return None


CLOCK = {"kind": "move", "seconds": 1, "on_timeout": "forfeit"}


@pytest.mark.postgres
async def test_no_player_forfeits_while_another_process_is_refused(tmp_path, postgres_url):
    """One process has the deadlines, the other the players and the first word of a recovery."""
    settings = {"database_url": postgres_url, "timeout_grace": 0}
    async with (
        in_process_server(tmp_path, **settings) as front,
        in_process_server(
            tmp_path, database_url=postgres_url, timeout_grace=0, with_accounts=False
        ) as behind,
    ):
        match = await begin(front, "tiny", {"clock": CLOCK}, turns=4)
        await run(postgres_url, REFUSING.format(state="53100"))
        with pytest.raises(NotWritten):
            await answer(front, match)
        await asyncio.wait_for(wait_until(lambda: front.service_clock.answers_refused), TIMEOUT_S)
        await asyncio.sleep(1.1)
        await behind.scheduler.attend(match)
        room = await behind.rooms.fresh(match)
        assert (room.info.status, room.info.seats[0].resigned) == ("playing", False)
        assert behind.service_clock.answers_refused
        assert behind.writer.refused is None
        await run(postgres_url, "DROP TRIGGER refuse ON entries")
        await asyncio.wait_for(wait_until(lambda: not front.writer.refused), TIMEOUT_S)
        assert await answer(front, match) == 1


async def wait_until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110
        await asyncio.sleep(0.02)


@pytest.mark.postgres
async def test_one_bad_row_does_not_refuse_the_others(tmp_path, postgres_url):
    """When one answer of a batch may be the cause, each is committed alone."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        matches = [await begin(services, "tiny", turns=4) for _ in range(3)]
        await run(
            postgres_url,
            REFUSING.format(state="22023").replace(
                "FOR EACH ROW", f"FOR EACH ROW WHEN (NEW.match = '{matches[1]}')"
            ),
        )
        results = await asyncio.gather(
            *(answer(services, match) for match in matches), return_exceptions=True
        )
        assert (results[0], results[2]) == (1, 1)
        assert isinstance(results[1], NotWritten)


@pytest.mark.postgres
async def test_locked_row_delays_no_other_match(tmp_path, postgres_url, monkeypatch):
    """Another session locks one match's row while the others play."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        locked, *others = [await begin(services, "tiny", turns=4) for _ in range(6)]
        refreshed = []
        refresh = services.rooms.refresh

        async def record(room):
            refreshed.append(room.info.id)
            return await refresh(room)

        monkeypatch.setattr(services.rooms, "refresh", record)
        locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        conflicts = CONFLICT.get()
        async with locker.transaction():
            await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", locked)
            waiting = asyncio.create_task(answer(services, locked))
            plies = [
                await asyncio.gather(*(answer(services, match) for match in others))
                for _ in range(3)
            ]
            assert plies == [[ply] * 5 for ply in (1, 2, 3)]
            assert not waiting.done()
        assert await waiting == 1
        assert CONFLICT.get() == conflicts
        assert locked not in refreshed
        await locker.close()


@pytest.mark.postgres
async def test_row_locked_for_too_long_is_unavailable(tmp_path, postgres_url):
    settings = {"database_url": postgres_url, "commit_seconds": 0.5}
    async with in_process_server(tmp_path, **settings) as services:
        match = await begin(services, "tiny", turns=4)
        locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with locker.transaction():
            await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            assert await refusal_reason(services, match) == (
                "Another transaction has locked this match in the database."
            )
        assert await answer(services, match) == 1
        await locker.close()


@pytest.mark.timed
@pytest.mark.postgres
async def test_answers_waiting_for_a_locked_row_share_one_timeout(tmp_path, postgres_url):
    """Thirty answers to one match would take fifteen seconds one after another."""
    settings = {"database_url": postgres_url, "commit_seconds": 0.5}
    async with in_process_server(tmp_path, **settings) as services:
        match = await begin(services, "tiny", turns=4)
        locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with locker.transaction():
            await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            started = time.monotonic()
            results = await asyncio.gather(
                *(answer(services, match, str(key)) for key in range(30)), return_exceptions=True
            )
            assert time.monotonic() - started < 10
        reasons = {
            str(result.members["why"]) for result in results if isinstance(result, NotWritten)
        }
        assert reasons <= {BUSY, AHEAD}
        assert len([result for result in results if isinstance(result, NotWritten)]) == 30
        assert await answer(services, match) == 1
        assert len(await fetch(postgres_url, "SELECT 1 FROM entries WHERE match = $1", match)) == 2
        await locker.close()


@pytest.mark.postgres
async def test_pending_chat_line_blocks_no_answer(tmp_path, postgres_url):
    """A row that only references a match does not lock the match's row."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny", turns=4)
        chat_session = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with chat_session.transaction():
            await chat_session.execute("SELECT 1 FROM matches WHERE id = $1 FOR KEY SHARE", match)
            assert await answer(services, match) == 1
        await chat_session.close()


@pytest.mark.timed
async def test_failing_disk_and_its_recovery_are_detected(serve):
    """No file may be longer than one page of the database."""
    server: Server = serve(**QUICK | {"LOG_LEVEL": "error"})
    ann, _bob, match = await two_at_tiny(server.url, turns=6)
    wire = await ann.wire(match)
    ready = httpx.AsyncClient(base_url=server.url, timeout=TIMEOUT_S)
    assert (await ready.get("/readyz")).status_code == 200
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))
    await until_status(ready, 503)
    reasons = ("The database's disk is failing.", "The database's disk is full.")
    assert (await ready.get("/readyz")).json()["detail"] in reasons
    started = time.monotonic()
    reply = await wire.answer(wire.decisions[0]["default"])
    assert reply["problem"]["why"] in reasons
    assert time.monotonic() - started < TIMEOUT_S / 2
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    await until_status(ready, 200)
    assert (await wire.answer(wire.decisions[0]["default"]))["t"] == "ack"


async def until_status(http: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while (await http.get("/readyz")).status_code != status:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("is_there", [False, True])
def test_start_on_a_full_disk_exits_with_one_sentence(tmp_path, is_there):
    """Nothing can be written, whether the database is there or not."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db",
        "SECRET_KEY": "x" * 32,
        "PORT": free_port(),
    }
    command = [sys.executable, "-m", "app.cli", "migrate"]
    if is_there:
        subprocess.run(command, env=environment, check=True, timeout=60, capture_output=True)
    result = subprocess.run(
        [*command[:-1], "serve"],
        env=environment,
        cwd=tmp_path,
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
    )
    assert result.returncode == 2
    assert result.stderr.startswith("The server can't start. The database's")
    assert len(result.stderr.strip().splitlines()) == 1
