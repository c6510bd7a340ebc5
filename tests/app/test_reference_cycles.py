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

TIMES = 10
OURS = ("app.", "uvicorn.", "starlette.", "fastapi.", "httptools.", "websockets.server")
"""Where what a connection is made of comes from, on the server's side."""


@pytest.fixture
async def at(tmp_path):
    """The address of a match, on a server in this loop."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        app = create_app(services.settings)
        app.state.container = services
        as_served = {"http": BoundedHttpProtocol, "ws_per_message_deflate": False}
        async with serving(app, lifespan="off", **as_served) as address:
            yield f"{address.removeprefix('ws:').rstrip('/')}/api/v1/matches/{match}"


async def close_it(at):
    async with connect(f"ws:{at}/ws") as socket:
        assert '"hello"' in await socket.recv()
        assert '"full"' in await socket.recv()
        await socket.send('{"t":"ping"}')
        await socket.send("nonsense")
        await socket.recv()


async def cut_it(at):
    socket = await connect(f"ws:{at}/ws")
    await socket.recv()
    socket.transport.abort()
    await socket.wait_closed()


async def be_refused(at):
    with suppress(InvalidStatus):
        async with connect(f"ws:{at}x/ws") as socket:
            await socket.wait_closed()


async def stream_it(at):
    async with browse(f"http:{at}") as http, http.stream("GET", "/stream") as stream:
        async for line in stream.aiter_lines():
            if '"full"' in line:
                return


async def view_it(at):
    async with browse(f"http:{at}") as http:
        assert (await http.get("/view")).status_code == 200
        assert (await http.get(f"http:{at}x/view")).status_code == 404


NEEDS_COLLECTOR = {stream_it} if sys.version_info >= (3, 13) else set()
"""anyio 4.16 keeps the error of a cancelled task in a frame of its own traceback (`task_done`);
since Python 3.13 that holds the whole stream until the collector comes.
"""


@pytest.mark.parametrize("visit", [close_it, cut_it, be_refused, stream_it, view_it])
async def test_a_connection_goes_without_the_collector(at, visit):
    for _ in range(3):
        await visit(at)
    gc.collect()
    gc.freeze()  # what is older is not looked at
    gc.disable()
    try:
        before = await settled()
        for _ in range(TIMES):
            await visit(at)
        if visit in NEEDS_COLLECTOR:
            gc.collect()
        more = {kind: count for kind, count in ((await settled()) - before).items() if count > 2}
        assert more == {}
    finally:
        gc.enable()
        gc.unfreeze()


async def settled() -> Counter[str]:
    """What there is of our kinds, once it is no longer becoming less."""
    less, found = 5, living()
    while less:
        await asyncio.sleep(0.05)
        now = living()
        less = less - 1 if now >= found else 5
        found = now
    return found


def living() -> Counter[str]:
    kinds = (type(thing) for thing in gc.get_objects())
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
    return Counter(name for name in names if name.startswith(OURS))
