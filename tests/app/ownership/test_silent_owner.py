"""PostgreSQL falls silent for the owner alone: its matches continue at other processes.

Its statements would wait for a minute, so whatever ends sooner ended because of the silence.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from app.container import Container
from app.infra.metrics import BYPASSED
from app.infra.shutdown import cancel_all
from app.matches.store import pulse
from tests.app.in_process import begin, in_process_server
from tests.app.two_processes import answer, keys_of, owner_of, pair, said
from tests.proxy import Proxy

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
LONG_TIMEOUTS = {"database_seconds": 60.0, "commit_seconds": 60.0, "drain_seconds": 1.0}
TIMEOUT_S = 30.0


@pytest.fixture
async def pair_with_proxy(
    tmp_path, postgres_url: str, redis_url: str, proxy: Proxy
) -> AsyncIterator[tuple[Container, Container]]:
    """Two processes, of which the first reaches PostgreSQL through the proxy."""
    async with (
        pair(
            tmp_path, postgres_url, redis_url, database_url=proxy.url, **LONG_TIMEOUTS
        ) as two_containers,
        pulsing(two_containers[0]),
    ):
        yield two_containers
        proxy.cut()
        proxy.pass_on()


@asynccontextmanager
async def pulsing(services: Container) -> AsyncIterator[None]:
    beating = asyncio.create_task(services.stores.pulse.keep())
    try:
        yield
    finally:
        await cancel_all([beating])


async def begin_owned_match(first: Container, second: Container, turns: int = 4) -> str:
    """A match of the first process, which both have in memory."""
    match = await begin(first, "tiny", turns=turns)
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    return match


async def wait_until_silent(services: Container) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not services.stores.pulse.is_silent:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def bypass_count(why: str) -> float:
    return BYPASSED.labels(why).value


async def test_sent_answer_is_looked_up_and_taken_elsewhere(pair_with_proxy, proxy, postgres_url):
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    before = bypass_count("unavailable")
    command = await said(second, match, 1)
    proxy.black_hole()
    assert await asyncio.wait_for(second.pipeline.take(command), TIMEOUT_S) == 2
    assert bypass_count("unavailable") == before + 1
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name
    assert len(await keys_of(postgres_url, match)) == 2


async def test_late_statement_of_the_owner_counts_once(pair_with_proxy, proxy, postgres_url):
    """The statement is delayed on its way; the other process takes the answer meanwhile."""
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    command = await said(second, match, 1, key="k")
    proxy.hold("up", new=True)
    assert await asyncio.wait_for(second.pipeline.take(command), TIMEOUT_S) == 2
    proxy.release()
    await asyncio.wait_for(first.pipeline.forwarded.stop(), TIMEOUT_S)
    assert await keys_of(postgres_url, match) == [None, "k"]
    assert await answer(second, match, 0) == 3


async def test_answer_committed_before_the_silence_is_found(pair_with_proxy, proxy, postgres_url):
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    command = await said(second, match, 1, key="k")
    proxy.hold("down", new=True)
    assert await asyncio.wait_for(second.pipeline.take(command), TIMEOUT_S) == 2
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name
    assert await keys_of(postgres_url, match) == [None, "k"]


async def test_unsent_answer_is_declined_and_never_sent(pair_with_proxy, proxy, postgres_url):
    """It waits for its turn at the owner."""
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    command, before = await said(second, match, 1, key="k"), bypass_count("declined")
    sent, write = [], first.writer.store.write

    async def record(batch):
        sent.extend(change.key for change in batch)
        return await write(batch)

    first.writer.store.write = record
    async with asyncio.timeout(TIMEOUT_S), first.rooms.turn(match, time.monotonic() + TIMEOUT_S):
        proxy.black_hole()
        assert await second.pipeline.take(command) == 2
        assert bypass_count("declined") == before + 1
        proxy.pass_on()
    await asyncio.wait_for(first.pipeline.forwarded.stop(), TIMEOUT_S)
    assert sent == []
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name
    assert await keys_of(postgres_url, match) == [None, "k"]


async def test_silent_owner_declines_at_once(pair_with_proxy, proxy, postgres_url):
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    command, before = await said(second, match, 1), bypass_count("declined")
    proxy.black_hole()
    await wait_until_silent(first)
    assert await asyncio.wait_for(second.pipeline.take(command), TIMEOUT_S) == 2
    assert bypass_count("declined") == before + 1
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name


@pytest.mark.timed
async def test_locked_row_does_not_count_as_silence(pair_with_proxy, postgres_url):
    """The owner waits for it, as any process would."""
    first, second = pair_with_proxy
    match = await begin_owned_match(first, second)
    before = sum(bypass_count(why) for why in ("unavailable", "declined", "silent"))
    locker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    async with locker.transaction():
        await locker.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match)
        taking = asyncio.create_task(second.pipeline.take(await said(second, match, 1)))
        await asyncio.wait([taking], timeout=2 * pulse.SILENCE_TIMEOUT_S)
        assert not taking.done()
        assert not first.stores.pulse.is_silent
    await locker.close()
    assert await asyncio.wait_for(taking, TIMEOUT_S) == 2
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name
    assert sum(bypass_count(why) for why in ("unavailable", "declined", "silent")) == before


async def test_dead_connections_are_dropped_once_a_new_one_answers(proxy, tmp_path):
    async with (
        in_process_server(tmp_path, database_url=proxy.url, **LONG_TIMEOUTS) as services,
        pulsing(services),
    ):
        match = await begin(services, "tiny", turns=4)
        assert await answer(services, match, 0) == 1
        proxy.half_open()
        assert await asyncio.wait_for(answer(services, match, 1), TIMEOUT_S) == 2


@pytest.mark.timed
async def test_process_that_slept_does_not_consider_the_database_silent(proxy, tmp_path):
    async with (
        in_process_server(tmp_path, database_url=proxy.url, **LONG_TIMEOUTS) as services,
        pulsing(services),
    ):
        silences = []
        services.stores.pulse.on_silence.append(lambda: silences.append(True))
        proxy.delay(0.3)
        for _ in range(4):
            await asyncio.sleep(pulse.PAUSE_S + 0.05)
            time.sleep(2 * pulse.SILENCE_TIMEOUT_S)  # noqa: ASYNC251 - as if suspended
        assert not silences
