"""Affinity: behind the deployed proxy hardly any answer is forwarded, even after a restart."""

from __future__ import annotations

import asyncio
import os
import random
import re
import urllib.request
from collections.abc import Sequence
from contextlib import suppress

import pytest
import websockets

from devtools.caddy import caddy
from tests.app.conftest import QUICK
from tests.app.random_answers import pick
from tests.app.wire import TIMEOUT_S, Wire, two_at_tiny
from tests.server_process import Server

pytestmark = pytest.mark.programs

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
MATCHES = 24
ANSWERS_PER_MATCH = 10
"""Before a server is replaced, and again afterwards."""
SECOND_CHECK_DELAY_S = float(os.environ.get("AFFINITY_LATER", "1"))
"""Time between the restart of a server and the second check; 30 in the long run."""
MAX_SHARE = 0.02
COUNTERS = ('answers_total{result="taken"}', "forwarded_total")
RECONNECT_DELAY_S = (0.2, 0.4)
"""Range of the page's delay before it reconnects."""


@pytest.mark.soak
@pytest.mark.redis
@pytest.mark.postgres
async def test_almost_no_answer_is_forwarded_behind_the_proxy(serve, postgres_url, redis_url):
    rng = random.Random(1)
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with caddy(*ADDRESSES) as proxy:
        settings |= {"PORT": proxy.port, "PUBLIC_URL": proxy.url}
        servers = [serve(**settings, HOST=address) for address in ADDRESSES]
        tables = await asyncio.gather(*(begin_match(proxy.url) for _ in range(MATCHES)))
        wires = [wire for seats in tables for wire in seats]
        await check_share(tables, servers, rng)

        (sockets,) = await asyncio.to_thread(metric_sums, servers[:1], "sockets")
        assert 0 < sockets < len(wires)
        await asyncio.to_thread(servers[0].stop)
        lost = await wait_for_closed(wires, sockets)
        await asyncio.gather(*(reconnect(wire, rng) for wire in lost))
        servers[0] = serve(**settings, HOST=ADDRESSES[0])
        await asyncio.sleep(SECOND_CHECK_DELAY_S)
        await check_share(tables, servers, rng)
        await asyncio.gather(*(wire.close() for wire in wires))


async def begin_match(url: str) -> tuple[Wire, Wire]:
    """Both players of a match that has begun."""
    ann, bob, match = await two_at_tiny(url, turns=4 * ANSWERS_PER_MATCH)
    return await ann.wire(match), await bob.wire(match)


async def check_share(
    tables: Sequence[tuple[Wire, Wire]], servers: list[Server], rng: random.Random
) -> None:
    """Play on, and check the share of forwarded answers."""
    before = await asyncio.to_thread(metric_sums, servers, *COUNTERS)
    await asyncio.gather(*(play(seats, rng) for seats in tables))
    after = await asyncio.to_thread(metric_sums, servers, *COUNTERS)
    answers, forwarded = (now - then for now, then in zip(after, before, strict=True))
    assert answers == len(tables) * ANSWERS_PER_MATCH
    assert forwarded <= MAX_SHARE * answers


async def play(seats: tuple[Wire, Wire], rng: random.Random) -> None:
    for _ in range(ANSWERS_PER_MATCH):
        await asyncio.gather(*(wire.reaches(max(player.ply for player in seats)) for wire in seats))
        wire = next(wire for wire in seats if wire.decisions)
        reply = await wire.answer(pick(wire.decisions[0], rng))
        assert reply["t"] == "ack", reply
        await asyncio.gather(*(player.reaches(reply["ply"]) for player in seats))


async def reconnect(wire: Wire, rng: random.Random) -> None:
    """Reconnect as the page does: after the delay the server asked for, until it succeeds."""
    delays = [frame["after"] for frame in wire.frames if frame["t"] == "restart"]
    await asyncio.sleep(sum(delays))
    wire.frames, wire.ply = [], -1
    while wire.ply < 0:
        await asyncio.sleep(rng.uniform(*RECONNECT_DELAY_S))
        with suppress(websockets.WebSocketException, OSError):
            await wire.open()


async def wait_for_closed(wires: list[Wire], count: int) -> list[Wire]:
    """The wires whose connection was closed, once there are `count` of them."""
    async with asyncio.timeout(TIMEOUT_S):
        while len(lost := [wire for wire in wires if wire.closed]) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return lost


def metric_sums(servers: list[Server], *names: str) -> list[int]:
    """The sums of these metrics over servers."""
    texts = []
    for server in servers:
        with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as reply:
            texts.append(reply.read().decode())
    return [total(texts, name) for name in names]


def total(texts: list[str], name: str) -> int:
    pattern = rf"^conclave_{re.escape(name)}(?:{{.*}})? (\S+)$"
    values = [value for text in texts for value in re.findall(pattern, text, re.MULTILINE)]
    return round(sum(map(float, values)))
