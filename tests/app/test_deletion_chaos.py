"""An account is deleted by three server processes that are killed meanwhile, while its matches are
played: the matches go on to an end that can be verified, and nothing of the account is left.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import httpx
import pytest

from app.accounts.names import DELETED_NAME
from tests.app.chaos.cluster import Cluster
from tests.app.conftest import QUICK
from tests.app.in_process import in_process_server
from tests.app.test_deletion import rows_as_text
from tests.app.test_operator import conclave
from tests.app.test_registration import register
from tests.app.wire import Person, tiny
from tests.server_process import DEFAULT_WAITS

KILLS = int(os.environ.get("DELETION_KILLS", "2"))
"""Processes killed soon after their start, which is when they delete. The soak has 30."""
MATCHES = 3
TURNS = 12
NAME, MAIL, WORDS = "Zerlina the Brave", "zerlina@example.org", "a word of Zerlinas"
TIMEOUT_S = 120 + 20 * KILLS


@pytest.fixture
async def cluster(tmp_path, durable_postgres, private_redis) -> AsyncIterator[Cluster]:
    waits = {"COMMIT_SECONDS": DEFAULT_WAITS["COMMIT_SECONDS"]}
    cluster = Cluster(tmp_path, durable_postgres, private_redis, QUICK | waits)
    try:
        await cluster.start()
        yield cluster
    finally:
        cluster.kill()


@pytest.mark.soak
@pytest.mark.timeout(2 * TIMEOUT_S)
async def test_deletion_is_whole_though_processes_are_killed(cluster, tmp_path):
    zerlina = await register(cluster.urls[0], NAME, email=MAIL)
    ann = await register(cluster.urls[1])
    await leave_traces(zerlina, ann)
    matches = await begin_matches(zerlina, ann)
    database = {
        "DATABASE_URL": cluster.postgres.url.replace(":", "+asyncpg:", 1),
        "REDIS_URL": cluster.redis.url,
    }
    done = await asyncio.to_thread(
        conclave, tmp_path, "admin", "delete-account", NAME, "--at-once", **database
    )
    assert (done.returncode, done.stderr) == (0, "")
    playing = asyncio.create_task(play(cluster.urls, ann, matches))
    rng = random.Random(0)
    for kill in range(KILLS):
        await make_due(cluster)
        await cluster.kill_soon_after_start(kill % len(cluster.urls), rng)
    await until_deleted(cluster, zerlina.account)
    playing.cancel()
    await asyncio.wait([playing])

    settings = {"database_url": database["DATABASE_URL"], "with_accounts": False}
    async with in_process_server(tmp_path, **settings) as services:
        lines = await rows_as_text(services)
    traces = (zerlina.account, NAME.lower(), MAIL, WORDS.lower())
    assert [line for line in lines for trace in traces if trace in line.lower()] == []
    for match in matches:
        await play_to_the_end(ann, match)
        await verify(ann, match, tmp_path)
    assert not cluster.faults()


async def begin_matches(zerlina: Person, ann: Person) -> list[str]:
    matches = []
    for _ in range(MATCHES):
        match = await tiny(zerlina, TURNS, rated=False)
        code = (await zerlina.get(f"/matches/{match}"))["invite"]["code"]
        await ann.post(f"/matches/{match}/seats", {"code": code})
        await zerlina.post(f"/matches/{match}/chat", {"text": WORDS}, 201)
        matches.append(match)
    return matches


async def leave_traces(zerlina: Person, ann: Person) -> None:
    """What people leave beside their seats and words at tables."""
    for one, other in ((zerlina, ann), (ann, zerlina)):
        await one.put(f"/me/friends/{other.account}", None)
    await zerlina.post(f"/me/messages/{ann.account}", {"text": WORDS}, 201)
    await zerlina.post("/bots", {"name": f"{NAME}s engine"}, 201)
    await zerlina.post(
        "/me/webhooks", {"url": f"http://127.0.0.1:9/{MAIL}", "events": ["end"]}, 201
    )
    await zerlina.call("PATCH", "/me", {"preferences": {"note": WORDS}})
    await ann.post("/reports", {"account": NAME, "reason": "stalls"}, 201)


async def play(urls: list[str], ann: Person, matches: list[str]) -> None:
    """Ann answers at all processes, as long as there is something to answer, until cancelled."""
    rng = random.Random(1)
    while True:
        with suppress(httpx.HTTPError, AssertionError):  # a process is away
            there = await ann.at(rng.choice(urls))
            await answer_once(there, rng.choice(matches))
        await asyncio.sleep(0.05)


async def answer_once(ann: Person, match: str) -> bool:
    """Answer by default if there is a question; returns whether there was."""
    for question in (await ann.view(match))["decisions"]:
        path = f"/matches/{match}/decisions/{question['id']}"
        await ann.call("POST", path, {"answer": question["default"]})
        return True
    return False


async def make_due(cluster: Cluster) -> None:
    """Let the process that starts next try at once."""
    connection = await asyncpg.connect(cluster.postgres.url)
    await connection.execute("UPDATE deletions SET due = now() - interval '1 second'")
    await connection.close()


async def until_deleted(cluster: Cluster, account: str) -> None:
    connection = await asyncpg.connect(cluster.postgres.url)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            rng = random.Random(2)
            while await connection.fetchval("SELECT id FROM accounts WHERE id = $1", account):
                await make_due(cluster)
                await cluster.kill_a_process(rng)
                await asyncio.sleep(2)
    finally:
        await connection.close()


async def play_to_the_end(ann: Person, match: str) -> None:
    """A bot takes the seat that is left, and Ann plays on."""
    seats = (await ann.get(f"/matches/{match}"))["seats"]
    assert seats[0]["name"] == DELETED_NAME
    await ann.post(f"/matches/{match}/offers", {"kind": "substitute", "seat": 0}, 201)
    async with asyncio.timeout(60):
        while (await ann.get(f"/matches/{match}"))["status"] == "playing":
            if not await answer_once(ann, match):
                await asyncio.sleep(0.05)


async def verify(ann: Person, match: str, folder) -> None:
    """The exported match leads to the hashes that its entries have."""
    file = folder / f"{match}.json"
    file.write_text(json.dumps(await ann.get(f"/matches/{match}/export")))
    done = await asyncio.to_thread(conclave, folder, "verify", str(file))
    assert done.returncode == 0, done.stderr
