"""Clients that drip bytes, flood or never read are cut off or throttled; others notice nothing."""

from __future__ import annotations

import asyncio
import random
import socket
from urllib.parse import urlsplit

import psutil
import pytest
import websockets

from tests.app.conftest import QUICK, running
from tests.app.random_answers import pick
from tests.app.wire import Wire, arrive, play_to_the_end, tiny, two_at_tiny

DRIPPING_CONNECTIONS = 60
TURNS = 250
"""Cards a player plays while another client does not read: more than any buffer holds."""
RECEIVE_BUFFER_BYTES = 2048
MAX_GROWTH_BYTES = 40_000_000


@pytest.fixture(scope="module")
def small_queue_server(tmp_path_factory):
    """A server that queues few frames per client."""
    yield from running(tmp_path_factory.mktemp("short"), "short.log", {"LISTENER_QUEUE_SIZE": "8"})


async def test_slow_request_is_cut_off_and_others_are_served(serve):
    server = serve(**QUICK | {"REQUEST_SECONDS": "1.5"})
    address = urlsplit(server.url)
    heads = [b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"POST /api/v1/guests HTTP/1.1\r\n"]
    heads += [b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n"]
    dripping = [
        asyncio.create_task(drip(address.hostname, address.port, heads[n % 3]))
        for n in range(DRIPPING_CONNECTIONS)
    ]
    ann, bob, match = await two_at_tiny(server.url, turns=3)
    await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(1))
    assert not any(await asyncio.gather(*dripping)), "a drip was answered"


async def drip(host: str, port: int, head: bytes) -> bytes:
    """Send a byte now and then until the connection is cut; returns what was answered."""
    reader, writer = await asyncio.open_connection(host, port)
    answer = asyncio.create_task(reader.read())
    writer.write(head)
    while not answer.done():
        writer.write(b"x")
        await asyncio.wait([answer], timeout=0.2)
    writer.close()
    return b"" if answer.exception() else answer.result()


async def test_endless_request_head_is_refused(embedded):
    address = urlsplit(embedded.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 40_000)
    assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
    writer.close()
    assert embedded.is_ready()


async def test_client_that_never_reads_skips_frames_and_costs_little_memory(small_queue_server):
    """It misses a whole match, and then reaches the end without every frame."""
    ann, bob, match = await two_at_tiny(small_queue_server.url, turns=TURNS)
    deaf = await deaf_wire(ann, match)
    wires = [await ann.wire(match), await bob.wire(match)]
    process = psutil.Process(small_queue_server.process.pid)
    before = process.memory_info().rss
    deaf.socket.transport.pause_reading()
    await play_to_the_end(wires, random.Random(2))
    assert process.memory_info().rss - before < MAX_GROWTH_BYTES
    deaf.socket.transport.resume_reading()
    await deaf.until(lambda: deaf.end)
    kinds = [frame["t"] for frame in deaf.frames]
    assert kinds.count("full") >= 2
    assert kinds.count("delta") < 2 * TURNS
    assert deaf.view == wires[0].view


async def deaf_wire(person, match) -> Wire:
    """A wire whose receive buffer is as small as possible."""
    address = urlsplit(person.url)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    small.connect((address.hostname, address.port))
    return await Wire(person, match).open(sock=small)


async def test_client_that_sends_but_never_reads_is_closed(small_queue_server):
    """Pongs pile up; past the limit the client is closed, and the match goes on meanwhile."""
    ann = await arrive(small_queue_server.url, "Ann")
    match = await tiny(ann, 30, [{"kind": "me"}, {"kind": "bot"}])
    deaf, reader = await deaf_wire(ann, match), await ann.wire(match)
    deaf.socket.transport.pause_reading()
    pinging = asyncio.create_task(ping_until_closed(deaf))
    for _ in range(10):
        await reader.until(lambda: reader.decisions)
        reply = await reader.answer(pick(reader.decisions[0], random.Random(3)))
        assert reply["t"] == "ack"
        await reader.reaches(reply["ply"])
    await asyncio.wait([pinging], timeout=60)
    assert pinging.done(), "it was never closed"
    assert small_queue_server.is_ready()


async def ping_until_closed(wire: Wire) -> None:
    try:
        while True:
            await wire.send('{"t":"ping"}')
            await wire.send('{"t":"resync"}')
            await asyncio.sleep(0)
    except (OSError, websockets.ConnectionClosed):
        return
