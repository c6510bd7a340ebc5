"""Ready checks are pushed to browsers, with the game's name alone and no longer than they last."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.models import Account
from app.infra.wall_clock import now
from app.matchmaking.models import PairingRow
from app.matchmaking.pushes import PushReadyCheckRow
from tests.app.browsers import messages, push_service, subscribed
from tests.app.in_process import ANN, BOB
from tests.app.pool_players import CASUAL, DAYS, answer, join, let_time_run_out, pair
from tests.app.test_webhooks import rows, webhook_server


@pytest.fixture
async def receiver():
    async with push_service() as receiver:
        yield receiver


@pytest.fixture
async def services(tmp_path, receiver):
    """A server at which Ann's browser has subscribed."""
    async with webhook_server(tmp_path) as services:
        services.matchmaking.tickets.on_joined.clear()  # the tests pair
        await subscribed(services, receiver.browser)
        services.deliveries.receiver_added(ANN.account)
        yield services


def worker_of(services):
    [worker] = [
        worker for worker in services.deliveries.workers if worker.transport.name == "ready_check"
    ]
    return worker


async def find_table(services, pool=CASUAL):
    """Pair Ann and Bob, and queue what follows; returns the pairing."""
    await join(services, pool, ANN, BOB)
    (pairing,) = await pair(services, pool)
    incoming = worker_of(services)._incoming
    await worker_of(services)._queue([incoming.get_nowait() for _ in range(incoming.qsize())])
    return pairing


async def test_ready_check_is_pushed_with_the_games_name_alone(services, receiver):
    await find_table(services)
    assert await worker_of(services).deliver() == 1
    assert messages(receiver) == [
        {
            "kind": "ready_check",
            "path": "/find",
            "tag": "/find",
            "match": "",
            "game": "Tiny",
            "opponents": [],
            "title": "Ready? A table is found",
            "body": "Tiny",
            "yields": True,
        }
    ]
    ((headers, _),) = receiver.requests
    assert headers["urgency"] == "high"
    seconds = services.settings.ready_check_seconds
    assert seconds - 10 <= int(headers["ttl"]) <= seconds
    assert await worker_of(services).deliver() == 0


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Bereit? Ein Tisch ist gefunden"), ("fr", "Prêt ? Une table est trouvée")],
)
async def test_heading_is_in_the_accounts_language(services, receiver, language, title):
    async with services.database.writing() as session:
        (await session.get_one(Account, ANN.account)).preferences = {"language": language}
    await find_table(services)
    await worker_of(services).deliver()
    assert [message["title"] for message in messages(receiver)] == [title]


async def switch_off(services, _pairing):
    async with services.database.writing() as session:
        (await session.get_one(Account, ANN.account)).preferences = {"push_ready_check": False}


async def accept(services, pairing):
    await answer(services, pairing, True, ANN)


async def decline_by_the_other(services, pairing):
    await answer(services, pairing, False, BOB)


async def pass_the_deadline(services, _pairing):
    async with services.database.writing() as session:
        past = now() - timedelta(milliseconds=1)
        await session.execute(sa.update(PairingRow).values(deadline=past))


@pytest.mark.parametrize(
    "event", [switch_off, accept, decline_by_the_other, let_time_run_out, pass_the_deadline]
)
async def test_ready_check_that_asks_nothing_more_is_not_pushed(services, receiver, event):
    pairing = await find_table(services)
    await event(services, pairing)
    await worker_of(services).deliver()
    assert receiver.requests == []
    assert await rows(services, PushReadyCheckRow) == []


async def test_days_pool_pushes_no_ready_check(services, receiver):
    await find_table(services, DAYS)
    assert await worker_of(services).deliver() == 0
