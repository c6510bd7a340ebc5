"""Closed connections are freed at once: none of their objects waits for the cyclic collector."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.main import create_app
from app.server.http_protocol import BoundedHttpProtocol
from tests.app.in_process import begin, in_process_server
from tests.app.test_write_coalescing import serving
from tests.app.wire import browse

VISITS = 10
OURS = ("app.", "uvicorn.", "starlette.", "fastapi.", "httptools.", "websockets.server")
"""Modules whose objects make up a connection on the server."""


@pytest.fixture
async def match_address(tmp_path):
    """The address of a match, on a server in this loop."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        app = create_app(services.settings)
        app.state.container = services
        as_served = {"http": BoundedHttpProtocol, "ws_per_message_deflate": False}
        async with serving(app, lifespan="off", **as_served) as address:
            yield f"{address.removeprefix('ws:').rstrip('/')}/api/v1/matches/{match}"


async def close_socket(match_address):
    async with connect(f"ws:{match_address}/ws") as socket:
        assert '"hello"' in await socket.recv()
        assert '"full"' in await socket.recv()
        await socket.send('{"t":"ping"}')
        await socket.send("nonsense")
        await socket.recv()


async def abort_socket(match_address):
    socket = await connect(f"ws:{match_address}/ws")
    await socket.recv()
    socket.transport.abort()
    await socket.wait_closed()


async def request_unknown_match(match_address):
    with suppress(InvalidStatus):
        async with connect(f"ws:{match_address}x/ws") as socket:
            await socket.wait_closed()


async def read_stream(match_address):
    async with browse(f"http:{match_address}") as http, http.stream("GET", "/stream") as stream:
        async for line in stream.aiter_lines():
            if '"full"' in line:
                return


async def read_views(match_address):
    async with browse(f"http:{match_address}") as http:
        assert (await http.get("/view")).status_code == 200
        assert (await http.get(f"http:{match_address}x/view")).status_code == 404


NEEDS_COLLECTOR = {read_stream} if sys.version_info >= (3, 13) else set()
"""anyio 4.16 keeps the error of a cancelled task in a frame of its own traceback (`task_done`);
since Python 3.13 that keeps the whole stream alive until the collector runs.
"""


@pytest.mark.parametrize(
    "visit", [close_socket, abort_socket, request_unknown_match, read_stream, read_views]
)
async def test_closed_connection_is_freed_without_the_collector(match_address, visit):
    for _ in range(3):
        await visit(match_address)
    gc.collect()
    gc.freeze()  # older objects are not examined
    gc.disable()
    try:
        before = await count_settled()
        for _ in range(VISITS):
            await visit(match_address)
        if visit in NEEDS_COLLECTOR:
            gc.collect()
        more = {
            kind: count for kind, count in ((await count_settled()) - before).items() if count > 2
        }
        assert more == {}
    finally:
        gc.enable()
        gc.unfreeze()


async def count_settled() -> Counter[str]:
    """Counts of our objects, once they no longer fall."""
    less, lowest = 5, count_ours()
    while less:
        await asyncio.sleep(0.05)
        now = count_ours()
        less = less - 1 if now >= lowest else 5
        lowest = now
    return lowest


def count_ours() -> Counter[str]:
    kinds = (type(thing) for thing in gc.get_objects())
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
    return Counter(name for name in names if name.startswith(OURS))
