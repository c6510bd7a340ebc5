"""PostgreSQL falls silent: connections die without notice, and late statements arrive."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
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

HASTY = {"database_seconds": 1.5, "commit_seconds": 5.0, "drain_seconds": 5.0}
"""A second is added to the first one: the deadline of this side."""
LONG = 60.0
"""Far longer than anything here may take, on however slow a machine."""

pytestmark = pytest.mark.postgres


@pytest.fixture
def proxy(postgres_url: str) -> Iterator[Proxy]:
    proxy = Proxy.to(postgres_url)
    yield proxy
    proxy.close()


@asynccontextmanager
async def playing(proxy: Proxy, folder, **settings) -> AsyncIterator[tuple[Container, str]]:
    """A match that has begun, with one answer, so the writer has its connection."""
    async with in_process_server(folder, database_url=proxy.url, **HASTY | settings) as services:
        match = await begin(services, "tiny", turns=4)
        await answer(services, match)
        yield services, match


async def answer(services: Container, match: str, key: str | None = None) -> int:
    """The next open question gets its default, once."""
    return await asyncio.wait_for(services.pipeline.take(await said(services, match, key)), LONG)


async def said(services: Container, match: str, key: str | None = None) -> Command:
    seat, known = await question(services, match)
    return Command("answer", match, seat, known["id"], known["default"], key)


async def question(services: Container, match: str) -> tuple[int, dict[str, str]]:
    """The first open question, and whose it is."""
    for seat in (0, 1):
        if found := json.loads(await services.pipeline.decisions(match, seat)):
            return seat, found[0]
    raise AssertionError("nobody is asked")


async def ask(url: str, query: str, *arguments: object) -> list[asyncpg.Record]:
    """Past the proxy."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return list(await connection.fetch(query, *arguments))
    finally:
        await connection.close()


async def entries(url: str, match: str) -> list[asyncpg.Record]:
    return await ask(url, "SELECT ply, key FROM entries WHERE match = $1 ORDER BY ply", match)


async def edition(url: str, match: str) -> int:
    rows = await ask(url, "SELECT edition FROM matches WHERE id = $1", match)
    return int(rows[0]["edition"])


def session(services: Container) -> int:
    """The server's process that the writer speaks to."""
    (lane,) = services.writer.store.connections.free
    return int(lane[1].get_server_pid())


async def has_ended(url: str, pid: int) -> None:
    """The session is over: the server has executed everything it was sent, however late."""
    async with asyncio.timeout(LONG):
        while await ask(url, "SELECT 1 FROM pg_stat_activity WHERE pid = $1", pid):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_an_answer_goes_again_where_old_connections_are_dead(proxy, tmp_path, postgres_url):
    async with playing(proxy, tmp_path) as (services, match):
        proxy.half_open()
        assert await answer(services, match) == 2
        assert await answer(services, match) == 3
        services.rooms.drop(match)
        assert (await services.rooms.get(match)).ply == 3
        assert await services.health.trouble() is None
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2, 3]


async def test_a_late_statement_does_not_commit_what_was_judged(proxy, tmp_path, postgres_url):
    """The verdict is lost; nothing goes again, and then the statement arrives."""
    async with playing(proxy, tmp_path) as (services, match):
        commit, verdicts = services.writer.commit, []

        async def only_once(*given):
            verdicts.append(await commit(*given))
            raise Problem("unavailable")

        services.writer.commit = only_once
        before, old = await edition(postgres_url, match), session(services)
        proxy.hold("up")
        with pytest.raises(Problem):
            await answer(services, match, "k")
        assert verdicts == [False]
        assert await edition(postgres_url, match) == before + 1
        proxy.release()
        await has_ended(postgres_url, old)
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1]


async def test_a_held_row_leaves_only_its_own_answer_in_doubt(proxy, tmp_path, postgres_url):
    """Of two answers in one statement that falls silent; later it arrives anyway."""
    async with playing(proxy, tmp_path) as (services, held):
        other = await begin(services, "tiny", turns=4)
        write, batches = services.writer.store.write, []

        async def noted(batch):
            batches.append({change.match for change in batch})
            return await write(batch)

        services.writer.store.write = noted
        old = session(services)
        holder = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", held)
            command = await said(services, held, "k")
            proxy.hold("up")
            doubted = asyncio.create_task(services.pipeline.take(command))
            assert await answer(services, other) == 1
            assert batches[0] == {held, other}
            assert not doubted.done()
            with pytest.raises(Unknown):
                await asyncio.wait_for(doubted, LONG)
        await holder.close()
        proxy.release()
        await has_ended(postgres_url, old)
        assert await services.pipeline.take(command) == 2
    assert [row["ply"] for row in await entries(postgres_url, other)] == [0, 1]
    assert [(row["ply"], row["key"]) for row in await entries(postgres_url, held)][2:] == [(2, "k")]


async def test_a_row_that_comes_free_is_fenced_then(proxy, tmp_path, postgres_url):
    """The late statement finds another edition; the answer went again and stands once."""
    async with playing(proxy, tmp_path) as (services, match):
        before, old = await edition(postgres_url, match), session(services)
        holder = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
            proxy.hold("up")
            doubted = asyncio.create_task(answer(services, match, "k"))
            async with asyncio.timeout(LONG):
                while not services.writer._fencing:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        assert await doubted == 2
        assert await edition(postgres_url, match) == before + 1
        await holder.close()
        proxy.release()
        await has_ended(postgres_url, old)
    rows = await entries(postgres_url, match)
    assert [(row["ply"], row["key"]) for row in rows[2:]] == [(2, "k")]


async def test_an_answer_that_went_again_stands_once(proxy, tmp_path, postgres_url):
    async with playing(proxy, tmp_path) as (services, match):
        old = session(services)
        proxy.hold("up")
        assert await answer(services, match, "k") == 2
        proxy.release()
        await has_ended(postgres_url, old)
        assert await answer(services, match, "l") == 3
    rows = await entries(postgres_url, match)
    assert [(row["ply"], row["key"]) for row in rows[2:]] == [(2, "k"), (3, "l")]


async def test_what_was_committed_before_the_silence_is_taken(proxy, tmp_path, postgres_url):
    """The statement arrived; its answer did not."""
    async with playing(proxy, tmp_path) as (services, match):
        before = await edition(postgres_url, match)
        proxy.hold("down")
        assert await answer(services, match) == 2
        assert await edition(postgres_url, match) == before
        proxy.release()
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2]


@pytest.mark.timed
async def test_a_black_hole_gets_unavailable_and_is_seen(proxy, tmp_path, postgres_url):
    """One that was sent may be there; one that could not be sent is not."""
    async with playing(proxy, tmp_path) as (services, match):
        proxy.black_hole()
        with pytest.raises(Unknown) as doubted:
            await answer(services, match, "k")
        assert "why" not in doubted.value.members
        assert await services.health.trouble() is not None
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(services.rooms.get(match), LONG)
        proxy.pass_on()
        async with asyncio.timeout(LONG):
            while await services.health.trouble():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert await answer(services, match, "k") == 2
    assert [row["ply"] for row in await entries(postgres_url, match)] == [0, 1, 2]


async def test_what_was_never_sent_is_certainly_not_there(proxy, tmp_path):
    async with playing(proxy, tmp_path) as (services, match):
        await services.writer.store.close()
        proxy.black_hole()
        with pytest.raises(NotWritten) as refused:
            await answer(services, match)
        assert refused.value.members == {"why": "The database can't be reached."}
        assert services.rooms._rooms[match].ply == 1


async def test_the_end_comes_all_the_same(serve, proxy):
    """Requests are answered, /readyz knows, and SIGTERM ends the process."""
    settings = {"DATABASE_SECONDS": "1.5", "COMMIT_SECONDS": "2", "DRAIN_SECONDS": "3"}
    server: Server = serve(**QUICK | settings, DATABASE_URL=proxy.url)
    ann, _bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    proxy.black_hole()
    begun = time.monotonic()
    reply, read, ready = await asyncio.gather(
        wire.answer(wire.decisions[0]["default"], key="k"),
        ann.call("GET", f"/matches/{match}"),
        httpx.AsyncClient(timeout=LONG).get(f"{server.url}/readyz"),
    )
    assert reply["problem"]["type"] == "/problems/unavailable"
    assert read.status_code == 503
    assert read.json()["type"] == "/problems/unavailable"
    assert ready.status_code == 503
    assert time.monotonic() - begun < LONG
    assert await asyncio.to_thread(server.stop) == 0


async def test_a_full_pool_is_no_trouble_of_the_database(proxy, tmp_path):
    """What `/readyz` says must not depend on how many of this process wait for a connection."""
    async with (
        playing(proxy, tmp_path, database_connections=2) as (services, _),
        services.database.reading(),
        services.database.reading(),
    ):
        assert await asyncio.wait_for(services.health.trouble(), LONG) is None


async def test_a_probe_that_was_cut_off_while_idle_asks_again(proxy, tmp_path):
    async with playing(proxy, tmp_path) as (services, _):
        await services.database.probe()
        proxy.cut()
        await services.database.probe()
