"""Chaos: three processes, PostgreSQL, Redis and many sockets, while each part in turn breaks or
falls silent.
"""

from __future__ import annotations

import asyncio
import os
import random
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.app.chaos.cluster import Cluster
from tests.app.chaos.resilient_client import ResilientClient
from tests.app.conftest import QUICK
from tests.app.wire import TIMEOUT_S, Person, anonymous, arrive
from tests.server_process import DEFAULT_WAITS

DURATION_S = float(os.environ.get("CHAOS_SECONDS", "8"))
MATCHES = int(os.environ.get("CHAOS_MATCHES", "8"))
"""The soak asks for ten minutes and 300 matches; every match has two seats and two spectators."""
PEOPLE = 20
ANSWER_INTERVAL_S = 3.0
"""Time between two answers of a seat."""
BREAKAGE_INTERVAL_S = float(os.environ.get("CHAOS_BREATH", "1.5"))
"""Time between two breakages. Each kind comes at least once."""
SILENCE_S = float(os.environ.get("CHAOS_SILENCE", "1"))
"""About how long a line is silent or slow."""
MAX_WRONG_READINESS_S = float(os.environ.get("CHAOS_WRONG", "40"))
"""How long /readyz may report an outdated state; ten in the long run."""
CALM_S = float(os.environ.get("CHAOS_CALM", "1"))
"""Time from the last breakage until answers are no longer bypassed, and how long that is checked;
ten in the long run.
"""
MAX_BYPASSED = int(os.environ.get("CHAOS_BYPASSED", "1000"))
"""Answers that may still be bypassed then; none in the long run."""
MIN_OWNER_MOVES = int(os.environ.get("CHAOS_MOVES", "1"))
"""Changes of owner that must have happened; 200 in the long run."""
MAX_MEMORY_BYTES = 400_000_000
"""The limit for each process."""
GAMES = [("tiny", {"turns": 100_000}), ("res_arcana", {"round_limit": 200})]
MOVE_CLOCK = {"kind": "move", "seconds": 20, "on_timeout": "default"}


@pytest.fixture
async def cluster(tmp_path, durable_postgres, private_redis) -> AsyncIterator[Cluster]:
    settings = QUICK | DEFAULT_WAITS | {"BOT_DELAY": "1", "LOG_LEVEL": "warning"}
    cluster = Cluster(tmp_path, durable_postgres, private_redis, settings, silence=SILENCE_S)
    try:
        await cluster.start()
        yield cluster
    finally:
        cluster.kill()


@pytest.mark.soak
@pytest.mark.timeout(600 + 2 * DURATION_S)
async def test_nothing_is_lost_while_everything_breaks(cluster):
    clients = await arrivals(cluster)
    lives = [asyncio.create_task(client.live()) for client in clients]
    try:
        await cluster.break_for(DURATION_S, BREAKAGE_INTERVAL_S, lambda rng: cut_some(clients, rng))
        bypassed = await bypassed_in_calm(cluster)
        for client in clients:
            client.playing = False
        await converge(cluster, clients, lives)
        await compare(cluster, clients)
        await cluster.count()
        entries = await cluster.entries()
        print(summary(cluster, clients, entries), f"{bypassed} bypassed in calm")
        assert bypassed <= MAX_BYPASSED
        check_entries(entries, clients)
        assert cluster.counted["conclave_forwarded_total"]
        assert cluster.counted["conclave_owners_moved_total"] >= MIN_OWNER_MOVES
        assert cluster.most_memory < MAX_MEMORY_BYTES
        assert cluster.readiness.looks
        assert cluster.readiness.longest_wrong < MAX_WRONG_READINESS_S
        await drain(cluster, clients)
        assert not cluster.faults()
    finally:
        await end(lives)


async def bypassed_in_calm(cluster: Cluster) -> int:
    """The number of answers bypassed in a calm interval after the last breakage."""
    await asyncio.sleep(CALM_S)
    await cluster.count()
    before = cluster.counted["conclave_bypassed_total"]
    await asyncio.sleep(CALM_S)
    await cluster.count()
    return cluster.counted["conclave_bypassed_total"] - before


async def end(lives: list[asyncio.Task[None]]) -> None:
    """Cancel the tasks, repeatedly: one that loses its socket meanwhile misses the cancellation."""
    living = set(lives)
    while living:
        for life in living:
            life.cancel()
        _, living = await asyncio.wait(living, timeout=1)


async def arrivals(cluster: Cluster) -> list[ResilientClient]:
    """All players at their tables; some have a clock, some a built-in bot in the third seat."""
    people = [await arrive(cluster.urls[n % 3], f"P{n}") for n in range(min(PEOPLE, 2 * MATCHES))]
    gate = asyncio.Semaphore(8)

    async def seat_clients(number: int) -> list[ResilientClient]:
        first, second = (people[(2 * number + seat) % len(people)] for seat in (0, 1))
        async with gate:
            match = await table(first, second, number)
        viewers = [first, second, anonymous(cluster.urls[0]), anonymous(cluster.urls[1])]
        return [
            ResilientClient(
                person, match, cluster.urls, random.Random(f"{number}/{place}"), ANSWER_INTERVAL_S
            )
            for place, person in enumerate(viewers)
        ]

    tables = await asyncio.gather(*(seat_clients(number) for number in range(MATCHES)))
    return [client for clients in tables for client in clients]


async def table(first: Person, second: Person, number: int) -> str:
    game, options = GAMES[number % 3 == 2]
    seats = [{"kind": "me"}, {"kind": "open"}]
    if number % 4 == 1:
        seats.append({"kind": "bot", "bot": "random"})
    body = {"game": game, "options": options, "seats": seats, "visibility": "public"}
    if number % 4 == 2:
        body["clock"] = MOVE_CLOCK
    match = (await post_until_accepted(first, "/matches", body))["id"]
    await post_until_accepted(second, f"/matches/{match}/seats", {})
    return str(match)


async def post_until_accepted(person: Person, path: str, body: Any) -> Any:
    """Post the same under one key until a database on a busy machine takes it in time."""
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            response = await person.call("POST", path, body, headers=headers)
            if response.status_code != 503:
                assert response.is_success, response.text
                return response.json()
            await asyncio.sleep(0.2)


def cut_some(clients: list[ResilientClient], rng: random.Random) -> None:
    for client in rng.sample(clients, len(clients) // 5):
        client.cut()


async def converge(
    cluster: Cluster, clients: list[ResilientClient], lives: list[asyncio.Task[None]]
) -> None:
    """Every client sees the newest ply."""
    async with asyncio.timeout(4 * TIMEOUT_S):
        while True:
            ended = [life for life in lives if life.done()]
            assert not ended, [life.exception() for life in ended]
            entries = await cluster.entries()
            plies = [client.wire.ply if client.wire else -1 for client in clients]
            if plies == [entries[client.match][-1]["ply"] for client in clients]:
                return
            await asyncio.sleep(0.5)


async def compare(cluster: Cluster, clients: list[ResilientClient]) -> None:
    """Each client's patched view equals a fresh view from another process."""
    for number, client in enumerate(clients):
        assert client.wire
        person = await client.person.at(cluster.urls[number % 3])
        frame = await person.view(client.match)
        while frame["ply"] != client.wire.ply:  # clocks and bots do not stop
            await client.wire.reaches(frame["ply"])
            frame = await person.view(client.match)
        assert frame["view"] == client.wire.view, client.match
        await person.http.aclose()


def check_entries(entries, clients: list[ResilientClient]) -> None:
    """Every acknowledged answer stands at its ply, in the order of its seat, and no key twice."""
    for rows in entries.values():
        assert [row["ply"] for row in rows] == list(range(len(rows)))
        keys = [row["key"] for row in rows if row["key"]]
        assert len(keys) == len(set(keys)), "an answer was taken twice"
    acknowledged = 0
    for client in clients:
        keys = {row["key"] for row in entries[client.match]}
        assert keys.isdisjoint(client.late), "a committed answer was refused as late"
        plies = list(client.acknowledged)
        assert plies == sorted(plies), "a seat's answers changed places"
        for ply, (decision, key) in client.acknowledged.items():
            row = entries[client.match][ply]
            assert (row["decision"], row["key"]) == (decision, key), "an answer was lost"
            acknowledged += 1
    assert acknowledged, "no answer was acknowledged"


def summary(cluster: Cluster, clients: list[ResilientClient], entries) -> str:
    problems = sorted(set().union(*(client.problems for client in clients)))
    committed = sum(map(len, entries.values()))
    return (
        f"{dict(cluster.broken)}: {cluster.counted}, "
        f"{committed} entries in {len(entries)} matches, "
        f"{sum(len(client.acknowledged) for client in clients)} acknowledged, "
        f"{sum(len(client.closes) for client in clients)} closes, "
        f"problems met: {problems}, /readyz wrong for at most "
        f"{cluster.readiness.longest_wrong:.1f} s in {cluster.readiness.looks} looks "
        f"({cluster.readiness.worst}), "
        f"at most {cluster.most_memory / 1e6:.0f} MB per process"
    )


async def drain(cluster: Cluster, clients: list[ResilientClient]) -> None:
    """SIGTERM: every client gets `restart`, is closed with 1012, and nothing else."""
    for client in clients:
        client.closes.clear()
    wires = [client.wire for client in clients]
    assert await cluster.stop() == [0] * len(cluster.servers)
    for wire in wires:
        await wire.until(lambda wire=wire: wire.closed is not None)
    assert {wire.closed for wire in wires} == {1012}
    for wire in wires:
        assert "restart" in {frame["t"] for frame in wire.frames}
