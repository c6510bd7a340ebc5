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
from tests.app.wire import Wire, arrive, pick, play_to_the_end, tiny, two_at_tiny

DRIPS = 60
TURNS = 250
"""Cards a player plays while another client does not read: more than any buffer holds."""
SMALL = 2048
MEMORY = 40_000_000


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """Few frames wait for any client."""
    yield from running(tmp_path_factory.mktemp("short"), "short.log", {"LISTENER_QUEUE_SIZE": "8"})


async def test_who_drips_a_request_is_cut_off_and_others_are_served(serve):
    server = serve(**QUICK | {"REQUEST_SECONDS": "1.5"})
    address = urlsplit(server.url)
    heads = [b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"POST /api/v1/guests HTTP/1.1\r\n"]
    heads += [b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n"]
    dripping = [
        asyncio.create_task(drip(address.hostname, address.port, heads[n % 3]))
        for n in range(DRIPS)
    ]
    ann, bob, match = await two_at_tiny(server.url, turns=3)
    await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(1))
    assert not any(await asyncio.gather(*dripping)), "a drip was answered"


async def drip(host: str, port: int, head: bytes) -> bytes:
    """A byte now and then, for ever; returns what is answered before the connection is cut."""
    reader, writer = await asyncio.open_connection(host, port)
    answer = asyncio.create_task(reader.read())
    writer.write(head)
    while not answer.done():
        writer.write(b"x")
        await asyncio.wait([answer], timeout=0.2)
    writer.close()
    return b"" if answer.exception() else answer.result()


async def test_a_head_without_end_is_refused(embedded):
    address = urlsplit(embedded.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 40_000)
    assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
    writer.close()
    assert embedded.is_ready()


async def test_who_never_reads_gets_one_full_frame_and_the_server_keeps_little(short):
    """A client that does not read misses a whole match; then it is at the end without every
    frame.
    """
    ann, bob, match = await two_at_tiny(short.url, turns=TURNS)
    deaf = await deaf_wire(ann, match)
    wires = [await ann.wire(match), await bob.wire(match)]
    process = psutil.Process(short.process.pid)
    before = process.memory_info().rss
    deaf.socket.transport.pause_reading()
    await play_to_the_end(wires, random.Random(2))
    assert process.memory_info().rss - before < MEMORY
    deaf.socket.transport.resume_reading()
    await deaf.until(lambda: deaf.end)
    kinds = [frame["t"] for frame in deaf.frames]
    assert kinds.count("full") >= 2
    assert kinds.count("delta") < 2 * TURNS
    assert deaf.view == wires[0].view


async def deaf_wire(person, match) -> Wire:
    """A wire whose system takes in as little as it may."""
    address = urlsplit(person.url)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    small.connect((address.hostname, address.port))
    return await Wire(person, match).open(sock=small)


async def test_who_asks_and_never_reads_is_let_go(short):
    """Pongs pile up; past the limit the client is closed, and the match goes on meanwhile."""
    ann = await arrive(short.url, "Ann")
    match = await tiny(ann, 30, [{"kind": "me"}, {"kind": "bot"}])
    deaf, heard = await deaf_wire(ann, match), await ann.wire(match)
    deaf.socket.transport.pause_reading()
    with_pings = asyncio.create_task(ping_for_ever(deaf))
    for _ in range(10):
        await heard.until(lambda: heard.decisions)
        reply = await heard.answer(pick(heard.decisions[0], random.Random(3)))
        assert reply["t"] == "ack"
        await heard.reaches(reply["ply"])
    await asyncio.wait([with_pings], timeout=60)
    assert with_pings.done(), "it was never closed"
    assert short.is_ready()


async def ping_for_ever(wire: Wire) -> None:
    try:
        while True:
            await wire.send('{"t":"ping"}')
            await wire.send('{"t":"resync"}')
            await asyncio.sleep(0)
    except (OSError, websockets.ConnectionClosed):
        return
