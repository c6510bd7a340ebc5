"""The owner of matches is killed: they go on for the clients of the other processes."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time

import pytest

from tests.app.conftest import QUICK
from tests.app.wire import Person, Wire, nobody, pick, two_at_tiny

DEATHS = int(os.environ.get("OWNER_DEATHS", "2"))
"""How often an owner is killed; the soak asks for more, and for times."""
TABLES = 8
WORST_S = float(os.environ.get("OWNER_DEATH_WORST", "60"))
"""Seconds after which the slowest match must have gone on; two in the long run."""


@pytest.mark.soak
@pytest.mark.redis
@pytest.mark.timeout(60 + 30 * DEATHS)
async def test_every_match_goes_on_when_its_owner_is_killed(serve, postgres_url, redis_url):
    """Ann is at the owner, Bob and a spectator at another process; afterwards Ann is there too."""
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    other, took, rng = serve(**settings), [], random.Random(1)
    for _ in range(DEATHS):
        owner = serve(**settings, PUBLIC_URL=other.url)
        tables = [await opened(owner.url, other.url) for _ in range(TABLES)]
        owner.kill()
        killed = time.monotonic()
        took += await asyncio.gather(*(goes_on(*table, killed, rng) for table in tables))
    print(f"{DEATHS} owners: median {statistics.median(took):.2f} s, most {max(took):.2f} s")
    assert max(took) < WORST_S


async def opened(owner: str, other: str) -> tuple[Person, Wire, Wire]:
    """A match whose last entry the owner has committed, and where Bob is to move."""
    ann, bob, match = await two_at_tiny(owner, turns=3)
    first, second = await ann.wire(match), await (await bob.at(other)).wire(match)
    watcher = await nobody(other).wire(match)
    await first.answer(pick(first.decisions[0], random.Random(0)))
    await second.until(lambda: second.ply == 1)
    return ann, second, watcher


async def goes_on(
    ann: Person, wire: Wire, watcher: Wire, killed: float, rng: random.Random
) -> float:
    """Seconds until Bob's answer is acknowledged and seen; then Ann comes and both play on."""
    reply = await wire.answer(pick(wire.decisions[0], rng))
    assert (reply["t"], reply["ply"]) == ("ack", 2)
    await asyncio.gather(wire.reaches(2), watcher.reaches(2))
    took = time.monotonic() - killed
    back = await (await ann.at(wire.person.url)).wire(wire.match)
    assert (await back.answer(pick(back.decisions[0], rng)))["ply"] == 3
    await asyncio.gather(wire.reaches(3), watcher.reaches(3))
    for each in (back, wire, watcher):
        await each.close()
    return took
