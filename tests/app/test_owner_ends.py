"""A process that owns matches is killed or stopped: they continue for clients elsewhere, and its
own clients reconnect.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from typing import NamedTuple

import pytest

from tests.app.conftest import QUICK
from tests.app.random_answers import pick
from tests.app.wire import Wire, anonymous, two_at_tiny
from tests.server_process import Server

OWNER_ENDS = int(os.environ.get("OWNER_ENDS", "1"))
"""How often an owner is killed, and stopped; the soak sets more, and longer limits."""
TABLES = 8
LONGEST_WAIT_S = float(os.environ.get("OWNER_ENDS_WAIT", "60"))
"""Limit for the slowest match to continue; the soak allows more."""
LONGEST_ABSENCE_S = float(os.environ.get("OWNER_ENDS_ABSENCE", "60"))
"""Limit for the owner's last client to be back; the soak allows more."""
RETRY_S = (0.2, 0.4)
"""The page's delay before it reconnects."""


class Table(NamedTuple):
    """Ann is at the owner, Bob and a spectator at another process."""

    ann: Wire
    bob: Wire
    watcher: Wire


def kill(owner: Server) -> None:
    owner.kill()


def stop(owner: Server) -> None:
    owner.process.terminate()


@pytest.mark.timed
@pytest.mark.soak
@pytest.mark.redis
@pytest.mark.timeout(60 + 30 * OWNER_ENDS)
@pytest.mark.parametrize("end", [kill, stop])
async def test_every_match_survives_the_loss_of_its_owner(serve, postgres_url, redis_url, end):
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    other, rng = serve(**settings), random.Random(1)
    waits: list[float] = []
    absences: list[float] = []
    for _ in range(OWNER_ENDS):
        owner = serve(**settings, PUBLIC_URL=other.url)
        tables = [await open_table(owner.url, other.url) for _ in range(TABLES)]
        returns = [
            asyncio.create_task(measure_return(table.ann, other.url, rng)) for table in tables
        ]
        end(owner)
        waits += await asyncio.gather(*(measure_continuation(table, rng) for table in tables))
        absences += await asyncio.gather(*returns)
        await asyncio.gather(*(play_on(table) for table in tables))
        await asyncio.to_thread(owner.process.wait, 60)
    for name, times in (("went on", waits), ("were back", absences)):
        summary = f"median {statistics.median(times):.2f} s, most {max(times):.2f} s"
        print(f"{OWNER_ENDS} owners, {end.__name__}: {len(times)} {name} after {summary}")
    assert max(waits) < LONGEST_WAIT_S
    assert max(absences) < LONGEST_ABSENCE_S


async def open_table(owner: str, other: str) -> Table:
    """A match whose last entry the owner has committed, with Bob to move."""
    ann, bob, match = await two_at_tiny(owner, turns=3)
    first, second = await ann.wire(match), await (await bob.at(other)).wire(match)
    watcher = await anonymous(other).wire(match)
    await first.answer(pick(first.decisions[0], random.Random(0)))
    await second.until(lambda: second.ply == 1)
    await watcher.until(lambda: watcher.ply == 1)
    return Table(first, second, watcher)


async def measure_continuation(table: Table, rng: random.Random) -> float:
    """Seconds until Bob's answer is acknowledged and both watchers see it. Meanwhile their
    server sends them no full frame and no restart, and closes neither connection.
    """
    _, bob, watcher = table
    began, decision = time.monotonic(), [len(wire.frames) for wire in (bob, watcher)]
    reply = await bob.answer(pick(bob.decisions[0], rng))
    assert (reply["t"], reply["ply"]) == ("ack", 2)
    await asyncio.gather(bob.reaches(2), watcher.reaches(2))
    took = time.monotonic() - began
    for wire, before in zip((bob, watcher), decision, strict=True):
        kinds = [frame["t"] for frame in wire.frames[before:]]
        assert {"full", "restart"}.isdisjoint(kinds), "moving the match must send no full frame"
        assert wire.closed is None
    return took


async def measure_return(ann: Wire, url: str, rng: random.Random) -> float:
    """Seconds until Ann, reconnecting as the page does, sees the match at the other process."""
    await ann.until(lambda: ann.closed is not None)
    left = time.monotonic()
    farewells = [frame["after"] for frame in ann.frames if frame["t"] == "restart"]
    assert all(0.5 <= after <= 2 for after in farewells)
    assert (len(farewells), ann.closed) in ((1, 1012), (0, 1006))
    await asyncio.sleep(sum(farewells) + rng.uniform(*RETRY_S))
    ann.person = await ann.person.at(url)
    ann.frames, ann.ply = [], -1
    await ann.open()
    return time.monotonic() - left


async def play_on(table: Table) -> None:
    """Ann and Bob play on at the other process."""
    ann, bob, watcher = table
    await ann.reaches(2)
    assert (await ann.answer(pick(ann.decisions[0], random.Random(0))))["ply"] == 3
    await asyncio.gather(bob.reaches(3), watcher.reaches(3))
    for wire in table:
        await wire.close()
