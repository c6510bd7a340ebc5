"""Recovery from faults: processes, networks, the bus, the database."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
import websockets

from tests.app.conftest import QUICK
from tests.app.random_answers import pick
from tests.app.wire import (
    Person,
    Wire,
    anonymous,
    arrive,
    browse,
    play_to_the_end,
    tiny,
    two_at_tiny,
)
from tests.server_process import DEFAULT_WAITS, Server, launch

CRASHES = int(os.environ.get("CRASHES", "2"))
"""The number of crashes in the crash test; the soak has more."""


@pytest.mark.soak
async def test_clients_recover_from_dropped_frames(url):
    """A third of the deltas is lost in transit; every client still sees the end."""
    ann, bob, match = await two_at_tiny(url, turns=8)
    wires = [
        await ann.wire(match, drop=0.3, seed=1),
        await bob.wire(match, drop=0.3, seed=2),
        await anonymous(url).wire(match, drop=0.3, seed=3),
    ]
    await play_to_the_end(wires[:2], random.Random(1))
    await wires[2].until(lambda: wires[2].end)
    for wire in wires:
        await wire.send({"t": "resync"})
    for wire in wires:
        await wire.until(lambda wire=wire: wire.ply == 18)
    assert sum(wire.resyncs for wire in wires) > 3


async def test_cut_sockets_reconnect_and_lose_nothing(url):
    ann, bob, match = await two_at_tiny(url, turns=5)
    rng = random.Random(2)
    wires = {0: await ann.wire(match), 1: await bob.wire(match)}
    people = {0: ann, 1: bob}
    for number in range(12):
        seat = await whose_turn(wires)
        wire = wires[seat]
        decision = wire.decisions[0]
        answer = pick(decision, rng)
        if number % 3 == 2:
            message = {"decision": decision["id"], "answer": answer, "key": f"{number}"}
            await wire.send({"t": "answer", "ref": 0, **message})
            wire.cut()
            await wire.until(lambda wire=wire: wire.closed)
            wire = wires[seat] = await people[seat].wire(match)
        reply = await wire.answer(answer, decision["id"], key=f"{number}")
        assert reply["t"] == "ack", reply
        assert reply["ply"] == number + 1
        for other in wires.values():
            await other.until(lambda other=other, ply=number + 1: other.ply >= ply)
    await wires[0].until(lambda: wires[0].end)


async def whose_turn(wires: dict[int, Wire]) -> int:
    while True:
        for seat, wire in wires.items():
            if wire.decisions:
                return seat
        await asyncio.sleep(0.01)


@pytest.mark.redis
async def test_two_processes_play_one_match(postgres_redis_server, second_process):
    """One person at each process, a spectator at either, and both processes commit."""
    ann, bob, match = await two_at_tiny(postgres_redis_server.url, turns=10)
    there = await bob.at(second_process.url)
    wires = [await ann.wire(match), await there.wire(match)]
    watchers = [
        await anonymous(postgres_redis_server.url).wire(match),
        await anonymous(second_process.url).wire(match),
    ]

    await play_to_the_end(wires, random.Random(7))

    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: watcher.end)
        plies = [frame["ply"] for frame in watcher.frames if frame["t"] == "delta"]
        assert watcher.ply == 22
        assert plies == sorted(set(plies))
    assert watchers[0].view == watchers[1].view


@pytest.mark.redis
async def test_seat_at_two_processes_answers_each_question_once(
    postgres_redis_server, second_process
):
    """The same seat answers the same questions at both: each is taken once."""
    ann, bob, match = await two_at_tiny(postgres_redis_server.url, turns=6)
    wires = [
        await ann.wire(match),
        await (await ann.at(second_process.url)).wire(match),
        await bob.wire(match),
        await (await bob.at(second_process.url)).wire(match),
    ]
    await play_to_the_end(wires, random.Random(8))
    log = await ann.get(f"/matches/{match}/log")
    assert [entry["ply"] for entry in log["entries"]] == list(range(15))


async def test_restart_is_announced_and_survived(serve):
    server = serve(**QUICK)
    ann, _bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    before = wire.view
    assert server.stop() == 0
    await wire.until(lambda: wire.closed)
    assert "restart" in {frame["t"] for frame in wire.frames}
    assert wire.closed == 1012
    serve(**QUICK, PORT=port_of(server))
    back = await ann.wire(match)
    assert back.view == before
    assert (await back.answer(back.decisions[0]["default"]))["ply"] == 1


async def test_bot_continues_after_its_process_died(serve):
    """The bot's move is due in the database; the sweeper of the next process makes it."""
    server = serve(**QUICK | {"BOT_DELAY": "3", "SWEEPER_LEASE": "0.5"})
    ann = await arrive(server.url, "Ann")
    match = await tiny(ann, 2, [{"kind": "bot"}, {"kind": "bot"}])
    server.kill()
    serve(**QUICK, PORT=port_of(server))
    wire = await ann.wire(match)
    await wire.until(lambda: wire.end, 60)


CRASH = """
import os, signal
from app.bots.worker_pool import Worker
worker = Worker()
worker.start()
print(worker.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_of_a_killed_process_end():
    """The pipe stays open as long as any process can write to it."""
    crashed = subprocess.run([sys.executable, "-c", CRASH], stdout=subprocess.PIPE, timeout=60)
    assert crashed.returncode == -signal.SIGKILL
    assert int(crashed.stdout) > 0


async def test_second_process_on_sqlite_is_refused(serve, tmp_path):
    serve()
    second = launch(tmp_path, tmp_path / "second.log", {})
    assert second.process.wait(60) != 0
    assert "Another process already serves this SQLite database" in second.log.read_text()


async def test_answers_are_taken_without_redis_and_sockets_recover(
    serve, postgres_url, private_redis
):
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": private_redis.url}
    servers = [serve(**settings), serve(**settings)]
    ann, bob, match = await two_at_tiny(servers[0].url, turns=4)
    there = await bob.at(servers[1].url)
    wires = [await ann.wire(match), await there.wire(match)]
    private_redis.stop()
    for _ in range(4):
        for person in (ann, there):
            for decision in (await person.view(match))["decisions"]:
                await person.answer(match, decision["id"], decision["default"])
    ply = (await ann.view(match))["ply"]
    assert ply == 8
    ready = await ann.http.get(f"{servers[0].url}/readyz")
    assert ready.json() == {"status": "ok", "bus": "away"}
    private_redis.start()
    for wire in wires:
        await wire.until(lambda wire=wire: wire.ply == ply)
    await play_to_the_end(wires, random.Random(3))


async def test_match_continues_after_a_database_outage(serve, durable_postgres):
    """A clean shutdown of PostgreSQL, and a crash."""
    url = durable_postgres.url.replace("postgresql://", "postgresql+asyncpg://")
    server = serve(**QUICK, **DEFAULT_WAITS, DATABASE_URL=url)
    for stop_database in (durable_postgres.stop, durable_postgres.kill):
        ann, bob, match = await two_at_tiny(server.url, turns=4)
        wires = [await ann.wire(match), await bob.wire(match)]
        await wires[0].answer(wires[0].decisions[0]["default"])
        decision = wires[1].decisions[0]
        stop_database()
        reply = await wires[1].answer(decision["default"], decision["id"], key="k")
        assert reply["problem"]["type"] == "/problems/unavailable"
        assert (await ann.call("GET", f"/matches/{match}")).status_code == 503
        durable_postgres.start()
        again = await wires[1].answer(decision["default"], decision["id"], key="k")
        assert again["t"] == "ack"
        assert again["ply"] == 2
        await play_to_the_end(wires, random.Random(4))


@pytest.mark.soak
async def test_crash_loses_no_acknowledged_answer(serve):
    """kill -9 under load: each acknowledged answer is in the log at its ply, none twice."""
    server = serve(**QUICK)
    rng = random.Random(9)
    tables = [await two_at_tiny(server.url, turns=1000) for _ in range(6)]
    acknowledged: dict[str, dict[int, str]] = {match: {} for _, _, match in tables}
    for _ in range(CRASHES):
        loads = [asyncio.create_task(load(*table, acknowledged, rng)) for table in tables]
        enough = sum(map(len, acknowledged.values())) + rng.randint(60, 200)
        async with asyncio.timeout(60):
            while sum(map(len, acknowledged.values())) < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        server.kill()
        await asyncio.gather(*loads)
        server = serve(**QUICK, PORT=port_of(server))
        for ann, _, match in tables:
            await check_log(ann, match, acknowledged[match])


async def load(
    ann: Person,
    bob: Person,
    match: str,
    acknowledged: dict[str, dict[int, str]],
    rng: random.Random,
) -> None:
    """Answer as fast as the server does, until it is gone."""
    with suppress(OSError, websockets.WebSocketException):
        wires = [await ann.wire(match), await bob.wire(match)]
        while not any(wire.closed for wire in wires):
            for wire in wires:
                for decision in wire.decisions:
                    key = f"k{decision['id']}"
                    reply = await wire.answer(pick(decision, rng), decision["id"], key=key)
                    if reply["t"] == "ack":
                        acknowledged[match][reply["ply"]] = decision["id"]
                        for other in wires:
                            await other.reaches(reply["ply"])
            await asyncio.sleep(0)


async def check_log(ann: Person, match: str, acknowledged: dict[int, str]) -> None:
    plies, after = [], -1
    while after is not None:
        log = await ann.get(f"/matches/{match}/log?after={after}")
        plies += [entry["ply"] for entry in log["entries"]]
        after = log.get("next")
    assert plies == list(range(len(plies)))
    assert max(acknowledged, default=0) < len(plies)
    assert len(plies) - 1 == (await ann.view(match))["ply"]


def port_of(server: Server) -> str:
    return server.url.rsplit(":", 1)[1]


@pytest.mark.redis
async def test_server_with_two_processes_serves_one_match(serve, postgres_url, redis_url):
    """PROCESSES=2: either process serves the match, and both announce the restart."""
    settings = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url, "PROCESSES": "2"}
    server = serve(**QUICK | settings)
    ann, bob, match = await two_at_tiny(server.url, turns=4)
    wires = [await ann.wire(match), await bob.wire(match)]
    watchers = [await anonymous(server.url).wire(match) for _ in range(6)]
    await play_to_the_end(wires, random.Random(5))
    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: watcher.end)
    async with browse(server.url) as http:
        metrics = (await http.get("/metrics")).text
    assert all(f'conclave_build_info{{process="{number}"' in metrics for number in (0, 1))
    assert server.stop() == 0
    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: watcher.closed)
        assert "restart" in {frame["t"] for frame in watcher.frames}
