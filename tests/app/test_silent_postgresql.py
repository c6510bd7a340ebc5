"""PostgreSQL falls silent: connections die without notice, and late statements arrive."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import httpx
import pytest

from app.container import Container
from app.infra.problems import Problem
from app.matches.commands import Command
from app.matches.verdicts import NotWritten, Unknown
from tests.app.conftest import QUICK
from tests.app.in_process import begin, in_process_server
from tests.app.wire import two_at_tiny
from tests.proxy import Proxy
from tests.server_process import Server

SHORT_TIMEOUTS = {"database_seconds": 1.5, "commit_seconds": 5.0, "drain_seconds": 5.0}
"""The server adds a second to the first of them for its own deadline."""
TIMEOUT_S = 60.0
"""Far longer than anything here may take, on however slow a machine."""

pytestmark = pytest.mark.postgres


@asynccontextmanager
async def playing(proxy: Proxy, folder, **settings) -> AsyncIterator[tuple[Container, str]]:
    """A match that has begun, with one answer, so the writer has its connection."""
    async with in_process_server(
        folder, database_url=proxy.url, **SHORT_TIMEOUTS | settings
    ) as services:
        match = await begin(services, "tiny", turns=4)
        await answer(services, match)
        yield services, match


async def answer(services: Container, match: str, key: str | None = None) -> int:
    """Answer the next open question with its default."""
    return await asyncio.wait_for(
        services.pipeline.take(await default_answer(services, match, key)), TIMEOUT_S
    )


async def default_answer(services: Container, match: str, key: str | None = None) -> Command:
    seat, known = await question(services, match)
    return Command("answer", match, seat, known["id"], known["default"], key)


async def question(services: Container, match: str) -> tuple[int, dict[str, str]]:
    """The first open question, and whose it is."""
    for seat in (0, 1):
        if questions := json.loads(await services.pipeline.decisions(match, seat)):
            return seat, questions[0]
    raise AssertionError("nobody is asked")


async def fetch(url: str, query: str, *arguments: object) -> list[asyncpg.Record]:
    """Query PostgreSQL directly, past the proxy."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return list(await connection.fetch(query, *arguments))
    finally:
        await connection.close()


async def entries(url: str, match: str) -> list[asyncpg.Record]:
    return await fetch(url, "SELECT ply, key FROM entries WHERE match = $1 ORDER BY ply", match)


async def edition(url: str, match: str) -> int:
    rows = await fetch(url, "SELECT edition FROM matches WHERE id = $1", match)
    return int(rows[0]["edition"])


def backend_pid(services: Container) -> int:
    """The id of the PostgreSQL process that serves the writer."""
    (lane,) = services.writer.store.connections.free
    return int(lane[1].get_server_pid())


async def wait_for_session_end(url: str, pid: int) -> None:
    """Wait until the session is over, and with it everything it was sent, however late."""
    async with asyncio.timeout(TIMEOUT_S):
        while await fetch(url, "SELECT 1 FROM pg_stat_activity WHERE pid = $1", pid):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_answer_is_resent_when_old_connections_are_dead(proxy, tmp_path, postgres_url):
    async with playing(proxy, tmp_path) as (services, match):
        proxy.half_open()
        assert await answer(services, match) == 2
        assert await answer(services, match) == 3
        services.rooms.drop(match)
        assert (await services.rooms.get(match)).ply == 3
        assert await services.health.trouble() is None
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2, 3]


async def test_late_statement_does_not_commit_a_judged_answer(proxy, tmp_path, postgres_url):
    """The verdict is lost and nothing is resent; then the statement arrives."""
    async with playing(proxy, tmp_path) as (services, match):
        commit, verdicts = services.writer.commit, []

        async def only_once(*args):
            verdicts.append(await commit(*args))
            raise Problem("unavailable")

        services.writer.commit = only_once
        before, old = await edition(postgres_url, match), backend_pid(services)
        proxy.hold("up")
        with pytest.raises(Problem):
            await answer(services, match, "k")
        assert verdicts == [False]
        assert await edition(postgres_url, match) == before + 1
        proxy.release()
        await wait_for_session_end(postgres_url, old)
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1]


async def test_locked_row_leaves_only_its_own_answer_in_doubt(proxy, tmp_path, postgres_url):
    """Two answers are in one statement that falls silent; later it arrives anyway."""
    async with playing(proxy, tmp_path) as (services, locked):
        other = await begin(services, "tiny", turns=4)
        write, batches = services.writer.store.write, []

        async def record(batch):
            batches.append({change.match for change in batch})
            return await write(batch)

        services.writer.store.write = record
        old = backend_pid(services)
        locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with locker.transaction():
            await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", locked)
            command = await default_answer(services, locked, "k")
            proxy.hold("up")
            doubted = asyncio.create_task(services.pipeline.take(command))
            assert await answer(services, other) == 1
            assert batches[0] == {locked, other}
            assert not doubted.done()
            with pytest.raises(Unknown):
                await asyncio.wait_for(doubted, TIMEOUT_S)
        await locker.close()
        proxy.release()
        await wait_for_session_end(postgres_url, old)
        assert await services.pipeline.take(command) == 2
    assert [row["ply"] for row in await entries(postgres_url, other)] == [0, 1]
    assert [(row["ply"], row["key"]) for row in await entries(postgres_url, locked)][2:] == [
        (2, "k")
    ]


async def test_row_is_fenced_once_it_is_unlocked(proxy, tmp_path, postgres_url):
    """The late statement finds another edition; the resent answer counts once."""
    async with playing(proxy, tmp_path) as (services, match):
        before, old = await edition(postgres_url, match), backend_pid(services)
        locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with locker.transaction():
            await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            proxy.hold("up")
            doubted = asyncio.create_task(answer(services, match, "k"))
            async with asyncio.timeout(TIMEOUT_S):
                while not services.writer._fencing:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        assert await doubted == 2
        assert await edition(postgres_url, match) == before + 1
        await locker.close()
        proxy.release()
        await wait_for_session_end(postgres_url, old)
    rows = await entries(postgres_url, match)
    assert [(row["ply"], row["key"]) for row in rows[2:]] == [(2, "k")]


async def test_resent_answer_counts_once(proxy, tmp_path, postgres_url):
    async with playing(proxy, tmp_path) as (services, match):
        old = backend_pid(services)
        proxy.hold("up")
        assert await answer(services, match, "k") == 2
        proxy.release()
        await wait_for_session_end(postgres_url, old)
        assert await answer(services, match, "l") == 3
    rows = await entries(postgres_url, match)
    assert [(row["ply"], row["key"]) for row in rows[2:]] == [(2, "k"), (3, "l")]


async def test_answer_committed_before_the_silence_is_acknowledged(proxy, tmp_path, postgres_url):
    """The statement arrived; its reply did not."""
    async with playing(proxy, tmp_path) as (services, match):
        before = await edition(postgres_url, match)
        proxy.hold("down")
        assert await answer(services, match) == 2
        assert await edition(postgres_url, match) == before
        proxy.release()
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2]


@pytest.mark.timed
async def test_black_hole_makes_answers_unavailable_and_is_detected(proxy, tmp_path, postgres_url):
    """An answer that was sent may be stored, so its outcome is unknown."""
    async with playing(proxy, tmp_path) as (services, match):
        proxy.black_hole()
        with pytest.raises(Unknown) as doubted:
            await answer(services, match, "k")
        assert "why" not in doubted.value.members
        assert await services.health.trouble() is not None
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(services.rooms.get(match), TIMEOUT_S)
        proxy.pass_on()
        async with asyncio.timeout(TIMEOUT_S):
            while await services.health.trouble():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert await answer(services, match, "k") == 2
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2]


async def test_unsent_answer_is_reported_as_not_written(proxy, tmp_path):
    async with playing(proxy, tmp_path) as (services, match):
        await services.writer.store.close()
        proxy.black_hole()
        with pytest.raises(NotWritten) as refused:
            await answer(services, match)
        assert refused.value.members == {"why": "The database can't be reached."}
        assert services.rooms._rooms[match].ply == 1


async def test_process_stops_despite_a_silent_database(serve, proxy):
    """Requests are answered, /readyz reports it, and SIGTERM ends the process."""
    settings = {"DATABASE_SECONDS": "1.5", "COMMIT_SECONDS": "2", "DRAIN_SECONDS": "3"}
    server: Server = serve(**QUICK | settings, DATABASE_URL=proxy.url)
    ann, _bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    proxy.black_hole()
    started = time.monotonic()
    reply, read, ready = await asyncio.gather(
        wire.answer(wire.decisions[0]["default"], key="k"),
        ann.call("GET", f"/matches/{match}"),
        httpx.AsyncClient(timeout=TIMEOUT_S).get(f"{server.url}/readyz"),
    )
    assert reply["problem"]["type"] == "/problems/unavailable"
    assert read.status_code == 503
    assert read.json()["type"] == "/problems/unavailable"
    assert ready.status_code == 503
    assert time.monotonic() - started < TIMEOUT_S
    assert await asyncio.to_thread(server.stop) == 0


async def test_full_pool_is_not_reported_as_database_trouble(proxy, tmp_path):
    """`/readyz` must not depend on how many requests of this process wait for a connection."""
    async with (
        playing(proxy, tmp_path, database_connections=2) as (services, _),
        services.database.reading(),
        services.database.reading(),
    ):
        assert await asyncio.wait_for(services.health.trouble(), TIMEOUT_S) is None


async def test_probe_cut_off_while_idle_is_retried(proxy, tmp_path):
    async with playing(proxy, tmp_path) as (services, _):
        await services.database.probe()
        proxy.cut()
        await services.database.probe()
