"""The owner of matches is killed or stopped: they go on for the clients of other processes, and its
own clients come back.
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
from tests.app.wire import Wire, anonymous, pick, two_at_tiny
from tests.server_process import Server

OWNER_ENDS = int(os.environ.get("OWNER_ENDS", "1"))
"""How often an owner is killed, and stopped; the soak asks for more, and for times."""
TABLES = 8
LONGEST_WAIT_S = float(os.environ.get("OWNER_ENDS_WAIT", "60"))
"""Until the slowest match must have gone on; two in the long run."""
LONGEST_ABSENCE_S = float(os.environ.get("OWNER_ENDS_ABSENCE", "60"))
"""Until the owner's last client must be back; three in the long run."""
RETRY_S = (0.2, 0.4)
"""When the page connects again after its connection was closed."""


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
async def test_every_match_goes_on_without_its_owner(serve, postgres_url, redis_url, end):
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    other, rng = serve(**settings), random.Random(1)
    waits: list[float] = []
    absences: list[float] = []
    for _ in range(OWNER_ENDS):
        owner = serve(**settings, PUBLIC_URL=other.url)
        tables = [await opened(owner.url, other.url) for _ in range(TABLES)]
        returns = [asyncio.create_task(comes_back(table.ann, other.url, rng)) for table in tables]
        end(owner)
        waits += await asyncio.gather(*(goes_on(table, rng) for table in tables))
        absences += await asyncio.gather(*returns)
        await asyncio.gather(*(ends(table) for table in tables))
        await asyncio.to_thread(owner.process.wait, 60)
    for name, times in (("went on", waits), ("were back", absences)):
        shown = f"median {statistics.median(times):.2f} s, most {max(times):.2f} s"
        print(f"{OWNER_ENDS} owners, {end.__name__}: {len(times)} {name} after {shown}")
    assert max(waits) < LONGEST_WAIT_S
    assert max(absences) < LONGEST_ABSENCE_S


async def opened(owner: str, other: str) -> Table:
    """A match whose last entry the owner has committed, and where Bob is to move."""
    ann, bob, match = await two_at_tiny(owner, turns=3)
    first, second = await ann.wire(match), await (await bob.at(other)).wire(match)
    watcher = await anonymous(other).wire(match)
    await first.answer(pick(first.decisions[0], random.Random(0)))
    await second.until(lambda: second.ply == 1)
    await watcher.until(lambda: watcher.ply == 1)
    return Table(first, second, watcher)


async def goes_on(table: Table, rng: random.Random) -> float:
    """Seconds until Bob's answer is acknowledged, and he and the spectator see it. Meanwhile their
    server sends them no full frame and no restart, and closes neither connection.
    """
    _, bob, watcher = table
    began, known = time.monotonic(), [len(wire.frames) for wire in (bob, watcher)]
    reply = await bob.answer(pick(bob.decisions[0], rng))
    assert (reply["t"], reply["ply"]) == ("ack", 2)
    await asyncio.gather(bob.reaches(2), watcher.reaches(2))
    took = time.monotonic() - began
    for wire, before in zip((bob, watcher), known, strict=True):
        kinds = [frame["t"] for frame in wire.frames[before:]]
        assert {"full", "restart"}.isdisjoint(kinds), "a full frame because the match moved"
        assert wire.closed is None
    return took


async def comes_back(ann: Wire, url: str, rng: random.Random) -> float:
    """Seconds until Ann, who returns as the page does, sees the match at the other process."""
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


async def ends(table: Table) -> None:
    """Both play on where Ann is now."""
    ann, bob, watcher = table
    await ann.reaches(2)
    assert (await ann.answer(pick(ann.decisions[0], random.Random(0))))["ply"] == 3
    await asyncio.gather(bob.reaches(3), watcher.reaches(3))
    for wire in table:
        await wire.close()
