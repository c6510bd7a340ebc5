"""Chaos: three processes, PostgreSQL, Redis and many sockets, while each part in turn breaks or
falls silent.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator

import pytest

from tests.app.conftest import QUICK
from tests.app.wire import PATIENCE, Person, anonymous, arrive
from tests.load.client import Client
from tests.load.town import Town

SECONDS = float(os.environ.get("CHAOS_SECONDS", "8"))
MATCHES = int(os.environ.get("CHAOS_MATCHES", "8"))
"""The soak asks for ten minutes and 300 matches; every match has two seats and two spectators."""
PEOPLE = 20
PAUSE = 3.0
"""Seconds between two answers of a seat."""
BREATH = float(os.environ.get("CHAOS_BREATH", "1.5"))
"""Seconds between two breakages. Each kind comes once at least."""
SILENCE = float(os.environ.get("CHAOS_SILENCE", "1"))
"""Seconds for which a line is silent or slow, about."""
WRONG = float(os.environ.get("CHAOS_WRONG", "40"))
"""Seconds for which /readyz may go on saying what was true before; ten in the long run."""
CALM = float(os.environ.get("CHAOS_CALM", "1"))
"""Seconds after the last breakage until no answer may be bypassed any more, and for which none is;
ten in the long run.
"""
BYPASSED = int(os.environ.get("CHAOS_BYPASSED", "1000"))
"""How many answers may be bypassed then; none in the long run."""
MOVES = int(os.environ.get("CHAOS_MOVES", "1"))
"""How many times matches must have got another owner; 200 in the long run."""
MEMORY = 400_000_000
"""Bytes that no process may pass."""
GAMES = [("tiny", {"turns": 100_000}), ("res_arcana", {"round_limit": 200})]
CLOCKED = {"kind": "move", "seconds": 20, "on_timeout": "default"}


@pytest.fixture
async def town(tmp_path, durable_postgres, private_redis) -> AsyncIterator[Town]:
    settings = QUICK | {"BOT_DELAY": "1", "LOG_LEVEL": "warning"}
    town = Town(tmp_path, durable_postgres, private_redis, settings, silence=SILENCE)
    try:
        await town.start()
        yield town
    finally:
        town.kill()


@pytest.mark.soak
@pytest.mark.timeout(600 + 2 * SECONDS)
async def test_nothing_is_lost_while_everything_breaks(town):
    clients = await arrivals(town)
    lives = [asyncio.create_task(client.live()) for client in clients]
    try:
        await town.break_for(SECONDS, BREATH, lambda rng: cut_some(clients, rng))
        bypassed = await bypassed_in_calm(town)
        for client in clients:
            client.playing = False
        await converge(town, clients, lives)
        await compare(town, clients)
        await town.count()
        entries = await town.entries()
        print(summary(town, clients, entries), f"{bypassed} bypassed in calm")
        assert bypassed <= BYPASSED
        check_entries(entries, clients)
        assert town.counted["conclave_forwarded_total"]
        assert town.counted["conclave_owners_moved_total"] >= MOVES
        assert town.most_memory < MEMORY
        assert town.readiness.looks
        assert town.readiness.longest_wrong < WRONG
        await drain(town, clients)
        assert not town.faults()
    finally:
        await end(lives)


async def bypassed_in_calm(town: Town) -> int:
    """How many answers are bypassed in a while, a while after the last breakage."""
    await asyncio.sleep(CALM)
    await town.count()
    before = town.counted["conclave_bypassed_total"]
    await asyncio.sleep(CALM)
    await town.count()
    return town.counted["conclave_bypassed_total"] - before


async def end(lives: list[asyncio.Task[None]]) -> None:
    """Cancel them; one that loses its socket at that very moment loses the cancellation with it."""
    living = set(lives)
    while living:
        for life in living:
            life.cancel()
        _, living = await asyncio.wait(living, timeout=1)


async def arrivals(town: Town) -> list[Client]:
    """All players at their tables; some have a clock, some a built-in bot in the third seat."""
    people = [await arrive(town.urls[n % 3], f"P{n}") for n in range(min(PEOPLE, 2 * MATCHES))]
    gate = asyncio.Semaphore(8)

    async def seated(number: int) -> list[Client]:
        first, second = (people[(2 * number + seat) % len(people)] for seat in (0, 1))
        async with gate:
            match = await table(first, second, number)
        viewers = [first, second, anonymous(town.urls[0]), anonymous(town.urls[1])]
        return [
            Client(person, match, town.urls, random.Random(f"{number}/{place}"), PAUSE)
            for place, person in enumerate(viewers)
        ]

    tables = await asyncio.gather(*(seated(number) for number in range(MATCHES)))
    return [client for clients in tables for client in clients]


async def table(first: Person, second: Person, number: int) -> str:
    game, options = GAMES[number % 3 == 2]
    seats = [{"kind": "me"}, {"kind": "open"}]
    if number % 4 == 1:
        seats.append({"kind": "bot", "bot": "random"})
    wish = {"game": game, "options": options, "seats": seats, "visibility": "public"}
    if number % 4 == 2:
        wish["clock"] = CLOCKED
    match = (await first.post("/matches", wish, 201))["id"]
    await second.post(f"/matches/{match}/seats", {})
    return str(match)


def cut_some(clients: list[Client], rng: random.Random) -> None:
    for client in rng.sample(clients, len(clients) // 5):
        client.cut()


async def converge(town: Town, clients: list[Client], lives: list[asyncio.Task[None]]) -> None:
    """Every client sees the newest ply."""
    async with asyncio.timeout(4 * PATIENCE):
        while True:
            done = [life for life in lives if life.done()]
            assert not done, [life.exception() for life in done]
            entries = await town.entries()
            seen = [client.wire.ply if client.wire else -1 for client in clients]
            if seen == [entries[client.match][-1]["ply"] for client in clients]:
                return
            await asyncio.sleep(0.5)


async def compare(town: Town, clients: list[Client]) -> None:
    """What a client has patched together is what a fresh one is shown, at another process."""
    for number, client in enumerate(clients):
        assert client.wire
        person = await client.person.at(town.urls[number % 3])
        frame = await person.view(client.match)
        while frame["ply"] != client.wire.ply:  # clocks and bots do not stop
            await client.wire.reaches(frame["ply"])
            frame = await person.view(client.match)
        assert frame["view"] == client.wire.view, client.match
        await person.http.aclose()


def check_entries(entries, clients: list[Client]) -> None:
    """Every acknowledged answer stands at its ply, in the order of its seat, and no key twice."""
    for rows in entries.values():
        assert [row["ply"] for row in rows] == list(range(len(rows)))
        keys = [row["key"] for row in rows if row["key"]]
        assert len(keys) == len(set(keys)), "an answer was taken twice"
    acknowledged = 0
    for client in clients:
        keys = {row["key"] for row in entries[client.match]}
        assert keys.isdisjoint(client.late), "an answer that stands was called too late"
        plies = list(client.acknowledged)
        assert plies == sorted(plies), "a seat's answers changed places"
        for ply, (decision, key) in client.acknowledged.items():
            row = entries[client.match][ply]
            assert (row["decision"], row["key"]) == (decision, key), "an answer was lost"
            acknowledged += 1
    assert acknowledged, "nobody came to play"


def summary(town: Town, clients: list[Client], entries) -> str:
    problems = sorted(set().union(*(client.problems for client in clients)))
    committed = sum(map(len, entries.values()))
    return (
        f"{dict(town.broken)}: {town.counted}, {committed} entries in {len(entries)} matches, "
        f"{sum(len(client.acknowledged) for client in clients)} acknowledged, "
        f"{sum(len(client.closes) for client in clients)} closes seen, "
        f"problems met: {problems}, /readyz wrong for at most "
        f"{town.readiness.longest_wrong:.1f} s in {town.readiness.looks} looks "
        f"({town.readiness.worst}), "
        f"at most {town.most_memory / 1e6:.0f} MB a process"
    )


async def drain(town: Town, clients: list[Client]) -> None:
    """SIGTERM: every client gets `restart`, is closed with 1012, and nothing else."""
    for client in clients:
        client.closes.clear()
    wires = [client.wire for client in clients]
    assert await town.stop() == [0] * len(town.servers)
    for wire in wires:
        await wire.until(lambda wire=wire: wire.closed is not None)
    assert {wire.closed for wire in wires} == {1012}
    for wire in wires:
        assert "restart" in {frame["t"] for frame in wire.frames}
