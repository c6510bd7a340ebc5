"""Bots in the pools of three games on three processes, two of which are killed meanwhile: nobody is
at two tables, no match is without its players, and no block is passed over.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests.app.chaos.cluster import Cluster
from tests.app.chaos.pool_bot import PoolBot
from tests.app.conftest import QUICK
from tests.app.wire import Person, arrive
from tests.server_process import DEFAULT_WAITS

BOTS = int(os.environ.get("POOL_BOTS", "30"))
"""The soak has 200."""
ENDS = int(os.environ.get("POOL_ENDS", "12"))
"""How often a bot has ended a match before the first kill, between the kills, and after the second:
some five matches each time. 20 in the soak.
"""
TIMEOUT_S = 240 + 3 * BOTS
POOLS = [
    "res_arcana-2-live-casual",
    "ascended_kings-2-live-casual",
    "battle_for_empyrean-2-live-casual",
    "res_arcana-3-live-casual",
]
AT_TWO_TABLES = """
WITH begun AS (
    SELECT person, pairing, made_at, created_at
    FROM pool_pairing_seats JOIN pool_pairings ON pool_pairings.id = pairing
    JOIN matches ON matches.id = pool_pairings.match
)
SELECT * FROM begun one JOIN begun other USING (person)
WHERE one.pairing <> other.pairing
AND other.made_at >= one.made_at AND other.made_at < one.created_at
"""
BLOCK_EVERY = 5
"""Each bot's owner has blocked the owner of the one this many places on."""


@pytest.fixture
async def cluster(tmp_path, durable_postgres, private_redis) -> AsyncIterator[Cluster]:
    waits = {"COMMIT_SECONDS": DEFAULT_WAITS["COMMIT_SECONDS"], "READY_CHECK_SECONDS": "15"}
    settings = QUICK | waits | {"LOG_LEVEL": "warning"}
    cluster = Cluster(tmp_path, durable_postgres, private_redis, settings)
    try:
        await cluster.start()
        yield cluster
    finally:
        cluster.kill()


@pytest.mark.soak
@pytest.mark.timeout(2 * TIMEOUT_S)
async def test_pools_pair_everybody_once_while_processes_are_killed(cluster):
    bots = await arrivals(cluster)
    async with living(bots):
        async with asyncio.timeout(TIMEOUT_S):
            rng = random.Random(0)
            for _ in range(2):
                await until_played(bots)
                await cluster.kill_a_process(rng)
            await until_played(bots)
    connection = await asyncpg.connect(cluster.postgres.url)
    try:
        begun = await check_rows(connection, bots)
    finally:
        await connection.close()
    print(f"{len(bots)} bots, {begun} tables found, two kills")
    assert not cluster.faults()


async def arrivals(cluster: Cluster) -> list[PoolBot]:
    gate = asyncio.Semaphore(8)

    async def arrive_with_bot(number: int) -> tuple[Person, PoolBot]:
        url = cluster.urls[number % len(cluster.urls)]
        async with gate:
            owner = await arrive(url, f"Owner {number}")
            made = await owner.post("/bots", {"name": f"Pool bot {number}"}, 201)
        pools = [POOLS[number % len(POOLS)], POOLS[(number + 1) % len(POOLS)]]
        account, token = made["account"]["id"], made["token"]
        return owner, PoolBot(url, account, owner.account, token, pools)

    pairs = await asyncio.gather(*(arrive_with_bot(number) for number in range(BOTS)))
    for place, (owner, _) in enumerate(pairs):
        other = pairs[(place + BLOCK_EVERY) % len(pairs)][0]
        await owner.call("PUT", f"/me/blocks/{other.account}")
        await owner.http.aclose()
    return [bot for _, bot in pairs]


@asynccontextmanager
async def living(bots: list[PoolBot]) -> AsyncIterator[None]:
    lives = [asyncio.create_task(bot.live()) for bot in bots]
    try:
        yield
        assert not [life for life in lives if life.done()]
    finally:
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)


async def until_played(bots: list[PoolBot]) -> None:
    """Wait until the bots have ended a match this often."""
    before = sum(len(bot.played) for bot in bots)
    while sum(len(bot.played) for bot in bots) < before + ENDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def check_rows(connection: asyncpg.Connection, bots: list[PoolBot]) -> int:
    """What the rows say once the bots are gone; returns the number of tables that began."""
    seats = defaultdict(set)
    for row in await connection.fetch("SELECT pairing, account FROM pool_pairing_seats"):
        seats[row["pairing"]].add(row["account"])
    pairings = await connection.fetch("SELECT id, match, status FROM pool_pairings")
    tables = {row["id"]: row["match"] for row in pairings if row["status"] == "begun"}
    seated = defaultdict(set)
    for row in await connection.fetch(
        "SELECT match, coalesce(account, former) AS account FROM seats"
    ):
        seated[row["match"]].add(row["account"])
    assert sorted(tables.values()) == sorted(seated), "each table has one match, each match a table"
    for pairing, match in tables.items():
        assert seated[match] == seats[pairing]
    open_seats = Counter(
        account for row in pairings if row["status"] == "open" for account in seats[row["id"]]
    )
    assert all(count == 1 for count in open_seats.values()), "an account is in two ready checks"
    dangling = await connection.fetchval(
        "SELECT count(*) FROM pool_people p JOIN pool_pairings q ON q.id = p.pairing "
        "WHERE q.status <> 'open'"
    )
    assert dangling == 0, "a person is kept out of the pools by a pairing that is over"
    blocked = {
        frozenset((bot.account, bots[(place + BLOCK_EVERY) % len(bots)].account))
        for place, bot in enumerate(bots)
    }
    for accounts in seats.values():
        assert not any(pair <= accounts for pair in blocked), "a block was passed over"
    twice = await connection.fetch(AT_TWO_TABLES)
    assert not twice, "a person was proposed for a table before another one had begun"
    return len(tables)
