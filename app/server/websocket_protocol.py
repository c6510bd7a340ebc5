"""Write coalescing: an optimisation that a friends' table does not need; saves websocket system
calls, each of which costs more than a frame.

Messages written within one turn of the event loop leave at the beginning of the next one, in one
write per socket: an answer's ack and its frame go to the same socket at the same moment. uvicorn
pauses reading at every message until the application has taken it; here reading continues until a
few messages wait. Then parsing stops too: one read may hold thousands of messages of a flooding
client.

The application may also hand over a message in wire format and bypass the layers of ASGI: the
extension PUSH of the connection's scope.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from app.infra.fault_reports import report_fault
from app.server.push import PUSH

AHEAD = 4
"""Messages that may wait for the application before reading pauses."""
SLICE = 128
"""Bytes parsed between two checks of AHEAD. A small message is compressed to ten bytes or so, and
takes as long to parse as a longer one.
"""
CLOSE_LINGER_S = 1.0
"""How long a socket whose peer floods it stays open after the close, to flush its last messages."""


class CoalescingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket on a coalescing transport."""

    _unread = memoryview(b"")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = MessageQueue(self.loop)  # type: ignore[assignment]

    def connection_made(self, transport: Any) -> None:
        cork = _corks.setdefault(self.loop, WriteCoalescer())
        corked = CoalescingTransport(transport, cork, self._go_on)
        super().connection_made(corked)  # type: ignore[arg-type]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][PUSH] = {"push": self.push, "waiting": self.queue.qsize}

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so all of it is freed at once, without a full collection."""
        super().connection_lost(exc)
        self.transport.let_go()  # type: ignore[attr-defined]
        self.conn.parser.close()  # while it waits for data it refers back to the connection
        extensions: dict[str, Any] = getattr(self, "scope", {}).get("extensions", {})
        extensions.pop(PUSH, None)

    def push(self, wire: bytes) -> bool:
        """Send bytes in wire format; False if they would have to wait, or it is too late."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(wire)
        return True

    def data_received(self, data: bytes) -> None:
        if self.close_sent and len(data) > SLICE:
            self._linger()
            return
        if len(data) <= SLICE and not self._unread:
            super().data_received(data)
        else:
            self._unread = memoryview(b"".join((self._unread, data)))
            self._parse()
        if self.queue.qsize() >= AHEAD and self.read_paused:
            self.transport.stop_reading()  # type: ignore[attr-defined]

    def _parse(self) -> None:
        """Parse what was read, until enough messages wait for the application."""
        while self._unread and self.queue.qsize() < AHEAD:
            some, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            super().data_received(bytes(some))

    def _go_on(self) -> None:
        """The application has taken everything, or has closed."""
        if self.close_sent:
            self._linger()
            return
        self._parse()
        if self.queue.qsize() < AHEAD:
            self.transport.read_on()  # type: ignore[attr-defined]

    def _linger(self) -> None:
        """Ignore what a flooding peer still sends, even the reply to the close that may follow."""
        self._unread = memoryview(b"")
        self.transport.stop_reading()  # type: ignore[attr-defined]
        self.loop.call_later(CLOSE_LINGER_S, self.transport.close)


class MessageQueue:
    """What uvicorn uses of asyncio.Queue, for the single reader that a socket has: a third of the
    steps for each message.
    """

    __slots__ = ("_loop", "_messages", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next message, as soon as there is one."""
        while not self._messages:
            self._reader = self._loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.popleft()

    def empty(self) -> bool:
        return not self._messages

    def qsize(self) -> int:
        return len(self._messages)


class WriteCoalescer:
    """The transports of one event loop with writes pending until its next turn."""

    __slots__ = ("_keeping",)

    def __init__(self) -> None:
        self._keeping: list[CoalescingTransport] = []

    def hold(self, transport: CoalescingTransport) -> None:
        """Register a transport with pending writes."""
        if not self._keeping:
            asyncio.get_running_loop().call_soon(self._pull)
        self._keeping.append(transport)

    def _pull(self) -> None:
        """Flush every transport; one that fails does not stop the others."""
        keeping, self._keeping = self._keeping, []
        for transport in keeping:
            try:
                transport.flush()
            except Exception as error:
                report_fault(error)
                transport.abort()


def _nothing() -> None:
    """The callback of a lost connection."""


_corks: WeakKeyDictionary[asyncio.AbstractEventLoop, WriteCoalescer] = WeakKeyDictionary()


class CoalescingTransport:
    """A transport that holds writes, in order, until the loop's next turn. It ignores
    `pause_reading` and pauses only on `stop_reading`; a later `resume_reading` calls `taken`, which
    may call `read_on`.
    """

    __slots__ = ("_cork", "_is_stopped", "_pieces", "_taken", "_transport", "is_closing")

    def __init__(
        self,
        transport: asyncio.Transport,
        cork: WriteCoalescer,
        taken: Callable[[], None] | None = None,
    ) -> None:
        self._transport = transport
        self._cork = cork
        self._taken = taken or self.read_on
        self._pieces: list[bytes] = []
        self._is_stopped = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if not self._pieces:
            self._cork.hold(self)
        self._pieces.append(data)

    def flush(self) -> None:
        """Write what is pending."""
        pieces, self._pieces = self._pieces, []
        if pieces and not self.is_closing():
            self._transport.write(b"".join(pieces) if len(pieces) > 1 else pieces[0])

    def close(self) -> None:
        """Close after sending everything."""
        self.flush()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self._pieces)) + self._transport.get_write_buffer_size()

    def pause_reading(self) -> None:
        """A message has been read: keep reading."""

    def stop_reading(self) -> None:
        """Stop: too much has been read."""
        if not self._is_stopped:
            self._is_stopped = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """The application has taken every message: call `taken` if reading was stopped."""
        if self._is_stopped:
            self._taken()

    def let_go(self) -> None:
        """The connection is lost: drop the reference to the callback."""
        self._taken = _nothing

    def read_on(self) -> None:
        """Read again."""
        self._is_stopped = False
        self._transport.resume_reading()

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)
