"""Wait budget: the total time that a request waits for the database.

Each statement may take a minute here, so whatever ends sooner ended with the request's budget.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
import sqlalchemy as sa

from app.accounts.models import Account
from app.infra.database_errors import QUEUED, QueueTimeout, reason_of
from app.infra.problems import Problem
from app.infra.wait_budget import current_wait_budget, wait_budget, within_wait_budget
from app.matches.verdicts import NotWritten, Unknown
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, begin, in_process_server
from tests.app.test_silent_postgresql import answer, entries, fetch
from tests.app.wire import two_at_tiny

pytestmark = pytest.mark.postgres
LONG_TIMEOUTS = {"database_seconds": 60.0, "commit_seconds": 60.0, "drain_seconds": 1.0}
TIMEOUT_S = 30.0


@pytest.fixture
async def services(proxy, tmp_path):
    async with in_process_server(tmp_path, database_url=proxy.url, **LONG_TIMEOUTS) as services:
        yield services
        proxy.cut()
        proxy.pass_on()


async def test_read_ends_with_the_wait_budget_of_its_request(services, proxy):
    match = await begin(services, "tiny")
    proxy.black_hole()
    with wait_budget(0.5), pytest.raises(TimeoutError):
        await asyncio.wait_for(services.lobby.get(match, ANN), TIMEOUT_S)


async def test_request_without_a_turn_is_refused_while_its_statements_still_had_time(services):
    """Nothing is sent, so no connection is lost."""
    async with AsyncExitStack() as all_connections:
        for _ in range(services.settings.database_connections):
            await all_connections.enter_async_context(services.database.reading())
        with wait_budget(1.0):
            with pytest.raises(QueueTimeout) as refused:
                await services.lobby.get("m_1", ANN)
            assert current_wait_budget().left_s > 0.2
    assert reason_of(refused.value) == QUEUED


async def test_short_waits_share_one_budget(services, proxy):
    match, results = await begin(services, "tiny"), []

    async def keep_reading() -> None:
        while len(results) < 100:
            results.append(await services.lobby.get(match, ANN))

    proxy.delay(0.05)
    with wait_budget(3.0), pytest.raises(TimeoutError):
        await keep_reading()
    assert 0 < len(results) < 100
    proxy.delay(0)


async def test_shared_load_outlives_a_waiter_that_gives_up(services, proxy):
    match = await begin(services, "tiny")
    services.rooms.drop(match)
    proxy.hold("down")
    with wait_budget(0.5), pytest.raises(TimeoutError):
        await services.rooms.get(match)
    other = asyncio.create_task(services.rooms.get(match))
    await asyncio.sleep(0)
    proxy.release()
    assert (await asyncio.wait_for(other, TIMEOUT_S)).info.id == match


async def test_sent_answer_completes_after_its_request_gave_up(services, proxy, postgres_url):
    """It is published once committed, since the process is still running."""
    match, published = await begin(services, "tiny", turns=4), []
    await answer(services, match)
    services.hooks.on_commit.append(published.append)
    proxy.hold("up", new=True)
    with wait_budget(0.5), pytest.raises(Unknown) as doubted:
        await answer(services, match, "k")
    assert "why" not in doubted.value.members
    proxy.release()
    async with asyncio.timeout(TIMEOUT_S):
        while not published:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert [row["key"] for row in await entries(postgres_url, match)][2:] == ["k"]
    assert (await services.rooms.get(match)).ply == 2


async def test_unsent_answer_is_never_sent(services, postgres_url):
    match = await begin(services, "tiny", turns=4)
    await answer(services, match)
    may_go, services.writer._may_send_batch = services.writer._may_send_batch, lambda: False
    with wait_budget(0.3), pytest.raises(NotWritten) as refused:
        await answer(services, match, "k")
    assert refused.value.members["why"]
    services.writer._may_send_batch = may_go
    assert await answer(services, match, "l") == 2
    assert [row["key"] for row in await entries(postgres_url, match)][2:] == ["l"]


async def test_sent_change_completes_after_its_request_gave_up(services, proxy, postgres_url):
    changed = sa.update(Account).where(Account.id == ANN.account).values(name="Anna")

    async def change() -> None:
        async with services.database.writing() as session:
            await session.execute(changed)
            proxy.hold("up", new=True)

    with wait_budget(1.0), pytest.raises(Problem) as doubted:
        await change()
    assert (doubted.value.name, doubted.value.members) == ("unavailable", {})
    proxy.release()
    async with asyncio.timeout(TIMEOUT_S):
        while services.database._closing:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    (row,) = await fetch(postgres_url, "SELECT name FROM accounts WHERE id = $1", ANN.account)
    assert row["name"] == "Anna"


async def test_task_left_running_by_a_request_has_no_wait_budget():
    async def later() -> bool:
        await left.wait()
        async with within_wait_budget():
            await asyncio.sleep(0.05)
        return current_wait_budget() is None

    left = asyncio.Event()
    with wait_budget(0.01):
        running = asyncio.create_task(later())
        await asyncio.sleep(0)
        assert current_wait_budget() is not None
    left.set()
    assert await running


async def test_requests_and_commands_fail_when_their_wait_budget_is_spent(serve, proxy):
    settings = {"DATABASE_SECONDS": "60", "COMMIT_SECONDS": "3", "DRAIN_SECONDS": "1"}
    server = serve(**QUICK | settings, DATABASE_URL=proxy.url)
    ann, _bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    question = wire.decisions[0]
    proxy.black_hole()
    async with asyncio.timeout(TIMEOUT_S):
        replies = await asyncio.gather(
            *(ann.call("GET", path) for path in ("/matches", f"/matches/{match}", "/me")),
            ann.call("PATCH", "/me", {"name": "Anna"}),
            ann.call(
                "POST", "/matches", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
            ),
            ann.call(
                "POST",
                f"/matches/{match}/decisions/{question['id']}",
                {"answer": question["default"]},
            ),
        )
        nack = await wire.answer(question["default"], key="k")
    assert {reply.status_code for reply in replies} == {503}
    assert nack["problem"]["type"] == "/problems/unavailable"
