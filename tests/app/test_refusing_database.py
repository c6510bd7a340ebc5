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
from tests.app.conftest import QUICK
from tests.app.in_process import begin, in_process_server
from tests.app.test_silent_postgresql import LONG, answer, ask
from tests.app.wire import two_at_tiny
from tests.server_process import Server

REFUSING = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '{state}'; END $$;
CREATE TRIGGER refuse BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse();
"""
CONFLICT = CONFLICTS._value


async def run(url: str, statements: str) -> None:
    """Run them in a session that may write although others may not."""
    may = {"default_transaction_read_only": "off"}
    connection = await asyncpg.connect(url.replace("+asyncpg", ""), server_settings=may)
    try:
        await connection.execute(statements)
    finally:
        await connection.close()


async def refused(services, match: str) -> str:
    """The reason for which the next answer is refused, at once and without another try."""
    conflicts, begun = CONFLICT.get(), time.monotonic()
    with pytest.raises(NotWritten) as told:
        await answer(services, match)
    assert CONFLICT.get() == conflicts
    assert time.monotonic() - begun < LONG / 2
    assert services.rooms._rooms[match].ply == 0
    return str(told.value.members["why"])


async def is_well_again(services) -> None:
    async with asyncio.timeout(LONG):
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
async def test_postgresql_refuses_and_takes_again(tmp_path, postgres_url, state, reason):
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny", turns=4)
        assert await services.health.trouble() is None
        await run(postgres_url, REFUSING.format(state=state))
        assert await refused(services, match) == reason
        services.health._asked = float("-inf")
        assert await services.health.trouble() == reason
        assert await ask(postgres_url, "SELECT 1 FROM entries WHERE ply > 0") == []
        await run(postgres_url, "DROP TRIGGER refuse ON entries")
        await is_well_again(services)
        assert await answer(services, match) == 1


@pytest.mark.timed
@pytest.mark.postgres
async def test_a_database_that_became_read_only(tmp_path, postgres_url):
    """Its sessions are ended, new ones may only read."""
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
        assert await refused(services, match) == "The database is read-only."
        await run(
            postgres_url,
            f"ALTER DATABASE {name} RESET default_transaction_read_only;"
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await is_well_again(services)
        assert await answer(services, match) == 1


async def say(services, pragma: str) -> None:
    """To the one connection that commits answers."""
    thread, connections = services.database.thread, services.database.grouped

    def work() -> None:
        with connections.connect() as connection:
            connection.connection.driver_connection.execute(pragma)

    await asyncio.get_running_loop().run_in_executor(thread, work)


async def test_sqlite_refuses_and_takes_again(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=4)
        await say(services, "PRAGMA query_only = ON")
        assert await refused(services, match) == "The database is read-only."
        services.health._asked = float("-inf")
        assert await services.health.trouble() == "The database is read-only."
        await say(services, "PRAGMA query_only = OFF")
        await is_well_again(services)
        assert await answer(services, match) == 1


async def test_sqlite_on_a_full_disk(tmp_path):
    """The file may have no more pages than it has."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=40)
        await say(services, "PRAGMA max_page_count = 1")
        room = await services.rooms.get(match)
        ply, told = 0, None
        while told is None and ply < 60:
            told = await tried(services, match)
            ply = room.ply
        assert told == "The database's disk is full."
        await say(services, "PRAGMA max_page_count = 1000000")
        await is_well_again(services)
        assert await answer(services, match) == ply + 1


async def tried(services, match: str) -> str | None:
    """The reason for which the next answer is refused, if it is."""
    try:
        await answer(services, match)
    except NotWritten as told:
        return str(told.members["why"])
    return None


CLOCK = {"kind": "move", "seconds": 1, "on_timeout": "forfeit"}


@pytest.mark.postgres
async def test_nobody_is_forfeited_while_answers_are_refused_to_another_process(
    tmp_path, postgres_url
):
    """The one has the deadlines, the other the players; it learns itself when they are taken."""
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
        await asyncio.wait_for(until(lambda: front.service_clock.is_troubled), LONG)
        await asyncio.sleep(1.1)
        await behind.scheduler.attend(match)
        room = await behind.rooms.fresh(match)
        assert (room.info.status, room.info.seats[0].resigned) == ("playing", False)
        assert behind.service_clock.is_troubled
        assert behind.writer.refused is None
        await run(postgres_url, "DROP TRIGGER refuse ON entries")
        await asyncio.wait_for(until(lambda: not front.writer.refused), LONG)
        assert await answer(front, match) == 1


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110
        await asyncio.sleep(0.02)


@pytest.mark.postgres
async def test_one_poor_row_does_not_refuse_the_others(tmp_path, postgres_url):
    """Where one answer of a batch may be the cause, each goes alone."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        matches = [await begin(services, "tiny", turns=4) for _ in range(3)]
        await run(
            postgres_url,
            REFUSING.format(state="22023").replace(
                "FOR EACH ROW", f"FOR EACH ROW WHEN (NEW.match = '{matches[1]}')"
            ),
        )
        told = await asyncio.gather(
            *(answer(services, match) for match in matches), return_exceptions=True
        )
        assert (told[0], told[2]) == (1, 1)
        assert isinstance(told[1], NotWritten)


@pytest.mark.postgres
async def test_a_held_row_delays_no_other_match(tmp_path, postgres_url, monkeypatch):
    """Something holds one match's row for as long as the others play."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        held, *others = [await begin(services, "tiny", turns=4) for _ in range(6)]
        refreshed = []
        refresh = services.rooms.refresh

        async def noted(room):
            refreshed.append(room.info.id)
            return await refresh(room)

        monkeypatch.setattr(services.rooms, "refresh", noted)
        holder = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        conflicts = CONFLICT.get()
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", held)
            waiting = asyncio.create_task(answer(services, held))
            plies = [
                await asyncio.gather(*(answer(services, match) for match in others))
                for _ in range(3)
            ]
            assert plies == [[ply] * 5 for ply in (1, 2, 3)]
            assert not waiting.done()
        assert await waiting == 1
        assert CONFLICT.get() == conflicts
        assert held not in refreshed
        await holder.close()


@pytest.mark.postgres
async def test_a_row_held_for_too_long_is_unavailable(tmp_path, postgres_url):
    settings = {"database_url": postgres_url, "commit_seconds": 0.5}
    async with in_process_server(tmp_path, **settings) as services:
        match = await begin(services, "tiny", turns=4)
        holder = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            assert await refused(services, match) == (
                "Another transaction has locked this match in the database."
            )
        assert await answer(services, match) == 1
        await holder.close()


@pytest.mark.timed
@pytest.mark.postgres
async def test_who_waits_behind_a_held_row_has_the_patience_of_one(tmp_path, postgres_url):
    """Thirty answers to one match would take fifteen seconds one after another."""
    settings = {"database_url": postgres_url, "commit_seconds": 0.5}
    async with in_process_server(tmp_path, **settings) as services:
        match = await begin(services, "tiny", turns=4)
        holder = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            begun = time.monotonic()
            told = await asyncio.gather(
                *(answer(services, match, str(key)) for key in range(30)), return_exceptions=True
            )
            assert time.monotonic() - begun < 10
        reasons = {str(one.members["why"]) for one in told if isinstance(one, NotWritten)}
        assert reasons <= {BUSY, AHEAD}
        assert len([one for one in told if isinstance(one, NotWritten)]) == 30
        assert await answer(services, match) == 1
        assert len(await ask(postgres_url, "SELECT 1 FROM entries WHERE match = $1", match)) == 2
        await holder.close()


@pytest.mark.postgres
async def test_a_line_of_chat_under_way_holds_no_answer(tmp_path, postgres_url):
    """What only refers to a match leaves its row free."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny", turns=4)
        talker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with talker.transaction():
            await talker.execute("SELECT 1 FROM matches WHERE id = $1 FOR KEY SHARE", match)
            assert await answer(services, match) == 1
        await talker.close()


@pytest.mark.timed
async def test_a_failing_disk_is_seen_and_seen_to_heal(serve):
    """No file may be longer than one page of the database."""
    server: Server = serve(**QUICK | {"LOG_LEVEL": "error"})
    ann, _bob, match = await two_at_tiny(server.url, turns=6)
    wire = await ann.wire(match)
    ready = httpx.AsyncClient(base_url=server.url, timeout=LONG)
    assert (await ready.get("/readyz")).status_code == 200
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))
    await until_status(ready, 503)
    reasons = ("The database's disk is failing.", "The database's disk is full.")
    assert (await ready.get("/readyz")).json()["detail"] in reasons
    begun = time.monotonic()
    reply = await wire.answer(wire.decisions[0]["default"])
    assert reply["problem"]["why"] in reasons
    assert time.monotonic() - begun < LONG / 2
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    await until_status(ready, 200)
    assert (await wire.answer(wire.decisions[0]["default"]))["t"] == "ack"


async def until_status(http: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(LONG):
        while (await http.get("/readyz")).status_code != status:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("is_there", [False, True])
def test_a_start_on_a_full_disk_is_one_sentence(tmp_path, is_there):
    """Nothing can be written, whether the database is there or not."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db",
        "SECRET_KEY": "x" * 32,
    }
    command = [sys.executable, "-m", "app.cli", "migrate"]
    if is_there:
        subprocess.run(command, env=environment, check=True, timeout=60, capture_output=True)
    done = subprocess.run(
        [*command[:-1], "serve"],
        env=environment,
        cwd=tmp_path,
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The server can't start. The database's")
    assert len(done.stderr.strip().splitlines()) == 1
