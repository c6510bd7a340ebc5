"""A server that stops says goodbye once to each websocket, whatever the socket is doing."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from app.tuning.websocket_protocol import CoalescingProtocol
from tests.app.transports import RecordingTransport

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: conclave\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Server:
    """One websocket whose application does nothing until it is `resumed`, and its state.

    The application accepts the socket and closes it: at once if it `refuses`, else after a message.
    """

    def __init__(self) -> None:
        self.resumed = asyncio.Event()
        self.refuses = False
        self.wire = RecordingTransport()
        self.state = ServerState()
        config = uvicorn.Config(self._app, interface="asgi3", log_config=None)
        config.load()
        self.protocol = CoalescingProtocol(config, self.state, {})
        self.protocol.connection_made(self.wire)
        self.protocol.data_received(HANDSHAKE)

    async def _app(self, _scope, receive, send) -> None:
        await receive()
        await self.resumed.wait()
        with suppress(OSError):
            await send({"type": "websocket.accept"})
            if not self.refuses:
                await receive()
            await send({"type": "websocket.close", "code": 1012})

    async def settle(self) -> None:
        """Let everything that is ready run."""
        for _ in range(10):
            await asyncio.sleep(0)

    def sent(self) -> bytes:
        return b"".join(self.wire.sent)


@pytest.fixture
async def server():
    return Server()


async def test_socket_in_its_handshake_gets_one_response(server, caplog):
    server.refuses = True
    await server.settle()
    server.protocol.shutdown()
    server.resumed.set()
    await server.settle()
    assert server.sent().startswith(b"HTTP/1.1 500 ")
    assert server.sent().count(b"HTTP/1.1 ") == 1
    assert server.wire.closed
    assert not server.state.tasks
    assert not caplog.records


async def test_open_socket_is_closed_with_the_code_of_a_restart(server, caplog):
    server.resumed.set()
    await server.settle()
    server.protocol.shutdown()
    await server.settle()
    goodbye = Frame(Opcode.CLOSE, Close(1012, "").serialize())
    assert server.sent().endswith(goodbye.serialize(mask=False))
    assert not server.state.tasks
    assert not caplog.records


async def test_socket_that_its_peer_has_closed_does_not_keep_the_server_from_stopping(server):
    """Its last messages are still on their way to a peer that reads slowly."""
    server.resumed.set()
    await server.settle()
    closing = Frame(Opcode.CLOSE, Close(1000, "").serialize())
    server.protocol.data_received(closing.serialize(mask=True))
    await server.settle()
    sent = server.sent()
    assert sent.endswith(closing.serialize(mask=False))
    server.protocol.shutdown()
    await server.settle()
    assert server.sent() == sent
    assert server.wire.closed
