"""Write coalescing: one socket write per event-loop turn; reading pauses at a few waiting
messages.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from app.api.socket import SocketSession
from app.realtime.listener import Listener
from app.tuning.websocket_protocol import (
    MAX_UNREAD_MESSAGES,
    PUSH,
    SLICE_BYTES,
    CoalescingProtocol,
    CoalescingTransport,
    MessageQueue,
    WriteCoalescer,
)
from app.wire.json_patch import websocket_message
from engine.core.event import PUBLIC
from tests.app.transports import RecordingTransport

COUNT = 20_000


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 2**16 - 1, 2**16, 2**17])
def test_encoded_message_equals_the_librarys_frame(size: int):
    frame = Frame(Opcode.TEXT, ("\u00fc" + "x" * size)[-size:].encode() if size else b"")
    assert websocket_message(bytes(frame.data).decode()) == frame.serialize(mask=False)


@pytest.fixture
async def wire() -> RecordingTransport:
    return RecordingTransport()


@pytest.fixture
async def transport(wire: RecordingTransport) -> CoalescingTransport:
    return CoalescingTransport(wire, WriteCoalescer())


async def test_frames_of_a_turn_are_one_write_in_order(wire, transport):
    transport.write(b"ack ")
    transport.write(b"delta")
    assert wire.sent == []
    assert transport.get_write_buffer_size() == 109
    await asyncio.sleep(0)
    assert wire.sent == [b"ack delta"]
    transport.write(b"next")
    await asyncio.sleep(0)
    assert wire.sent == [b"ack delta", b"next"]


async def test_data_written_before_the_close_is_sent_before_it(wire, transport):
    transport.write(b"goodbye")
    transport.close()
    assert (wire.sent, wire.closed) == ([b"goodbye"], True)
    await asyncio.sleep(0)
    assert wire.sent == [b"goodbye"]


async def test_lost_transport_is_left_alone(wire, transport):
    transport.write(b"too late")
    wire.close()
    await asyncio.sleep(0)
    assert wire.sent == []


async def test_failing_transport_is_aborted_without_stopping_others():
    coalescer, wires = WriteCoalescer(), [RecordingTransport() for _ in range(3)]
    wires[1].write = refuse
    sockets = [CoalescingTransport(wire, coalescer) for wire in wires]
    for turn in (b"one", b"two"):
        for socket in sockets:
            socket.write(turn)
        await asyncio.sleep(0)
    assert [wire.sent for wire in wires] == [[b"one", b"two"], [], [b"one", b"two"]]
    assert [wire.closed for wire in wires] == [False, True, False]


def refuse(_data):
    raise OSError


async def test_other_methods_are_delegated_to_the_transport(transport):
    assert transport.get_extra_info("peername") == "the peername"


async def test_reading_stops_on_request_and_resumes_once_all_is_taken(wire, transport):
    transport.pause_reading()
    transport.resume_reading()
    assert wire.reads == []
    transport.pause_reading()
    transport.hold_reading()
    transport.hold_reading()
    assert wire.reads == [False]
    transport.resume_reading()
    transport.resume_reading()
    assert wire.reads == [False, True]


@asynccontextmanager
async def serving(app, **settings):
    """The address of an ASGI application behind a coalescing websocket."""
    config = uvicorn.Config(app, port=0, ws=CoalescingProtocol, log_level="error", **settings)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    async with asyncio.timeout(20):
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"ws://127.0.0.1:{port}/"
    server.should_exit = True
    await task


async def test_pushed_messages_are_sent_in_order_and_not_after_the_close():
    pushes, done = [], asyncio.Event()

    async def app(scope, receive, send):
        if scope["type"] != "websocket":
            return
        push = scope["extensions"][PUSH]["push"]
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "one"})
        pushes.append(push(websocket_message("two – \u00fc")))
        pushes.append(push(websocket_message("three" * 40_000)))
        await send({"type": "websocket.send", "text": "four"})
        await send({"type": "websocket.close", "code": 1000})
        pushes.append(push(websocket_message("five")))
        done.set()

    async with serving(app, lifespan="off") as address, connect(address) as socket:
        received = [text async for text in socket]
        assert received == ["one", "two – ü", "three" * 40_000, "four"]
        assert socket.close_code == 1000
        await asyncio.wait_for(done.wait(), 20)
        assert pushes == [True, True, False]


async def test_slow_reader_is_not_pushed_to_without_limit():
    pushed = asyncio.get_running_loop().create_future()

    async def app(scope, receive, send):
        push = scope["extensions"][PUSH]["push"]
        await receive()
        await send({"type": "websocket.accept"})
        wire, sent = websocket_message("x" * 100_000), 0
        while push(wire) and sent < 1000:
            sent += 1
            await asyncio.sleep(0)
        pushed.set_result(sent)

    async with serving(app, lifespan="off") as address, connect(address, max_queue=1):
        assert await asyncio.wait_for(pushed, 20) < 1000


async def test_no_more_messages_are_parsed_than_are_wanted():
    """A client sends 20,000 messages without a pause; the application notes the backlog at each."""
    looks, resume_clocks = [], asyncio.Event()

    async def app(scope, receive, send):
        waiting = scope["extensions"][PUSH]["waiting"]
        await receive()
        await send({"type": "websocket.accept"})
        await resume_clocks.wait()
        for number in range(COUNT):
            text = (await receive())["text"]
            looks.append((waiting(), text == f"{number}"))
        await send({"type": "websocket.close", "code": 1000})

    async with serving(app, lifespan="off") as address, connect(address) as socket:
        for number in range(COUNT):
            await socket.send(f"{number}")
        resume_clocks.set()
        await asyncio.wait_for(socket.wait_closed(), 60)
        assert socket.close_code == 1000
    assert max(waiting for waiting, _ in looks) <= MAX_UNREAD_MESSAGES + SLICE_BYTES // 7
    assert all(is_next for _, is_next in looks)
    assert len(looks) == COUNT


async def test_message_is_whole_however_it_is_split():
    received = []
    texts = ["x" * 60_000, "", "y" * SLICE_BYTES, "z" * (SLICE_BYTES - 1), "ü" * 3000, "1"] * 3

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        for _ in texts:
            received.append((await receive())["text"])
        await send({"type": "websocket.close", "code": 1000})

    async with serving(app, lifespan="off") as address, connect(address) as socket:
        for text in texts:
            await socket.send(text)
        await asyncio.wait_for(socket.wait_closed(), 60)
    assert received == texts


async def test_flooding_client_gets_a_close_reason_and_is_no_longer_read():
    parsed, closed = [], asyncio.Event()

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        while len(parsed) < 5:
            parsed.append(await receive())
        await send({"type": "websocket.close", "code": 1008})
        closed.set()

    async def flood(socket):
        while True:
            await socket.send("x" * 500)

    async with serving(app, lifespan="off") as address, connect(address) as socket:
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(flood(socket), 60)
        assert socket.close_code == 1008
        assert closed.is_set()


async def test_messages_are_read_in_order_whether_the_reader_waits_or_not():
    queue = MessageQueue(asyncio.get_running_loop())
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    for number in range(3):
        queue.put_nowait(number)
    assert queue.qsize() == 3
    assert [await reader, await queue.get(), await queue.get()] == [0, 1, 2]
    assert queue.empty()


async def test_message_outlives_its_cancelled_reader():
    queue = MessageQueue(asyncio.get_running_loop())
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait("late")
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    assert reader.cancelled()
    assert await queue.get() == "late"


async def test_session_that_closes_a_flooding_peer_reads_one_message_per_turn():
    """Other tasks get their turn between two messages that the session ignores."""
    received = 0

    class Flooding:
        async def receive(self):
            nonlocal received
            received += 1
            return {"type": "websocket.receive", "text": "x"}

    session = object.__new__(SocketSession)
    session.websocket = Flooding()
    session.listener = Listener("m_1", PUBLIC, 10)
    session.listener.want_close(1008)
    reading = asyncio.create_task(session._read())
    for _ in range(10):
        await asyncio.sleep(0)
    reading.cancel()
    assert received == 10


async def test_data_after_the_close_is_not_parsed(monkeypatch):
    parsed, closed = [], asyncio.Event()
    take = WebSocketsSansIOProtocol.data_received

    def count_parsed(self, data):
        if closed.is_set():
            parsed.append(len(data))
        take(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", count_parsed)

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1008})
        closed.set()
        assert (await receive())["type"] == "websocket.disconnect"

    async with serving(app, lifespan="off") as address:
        place = urlsplit(address)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await asyncio.wait_for(closed.wait(), 60)
        writer.write(Frame(Opcode.TEXT, b"x").serialize(mask=True) * 20_000)
        with suppress(OSError):
            assert (await asyncio.wait_for(reader.read(), 60)).endswith(b"\x88\x02\x03\xf0")
        writer.close()
    assert sum(parsed) <= SLICE_BYTES
