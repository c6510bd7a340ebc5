"""Write coalescing: saves websocket system calls, each of which costs more than a frame; it matters
only under load.

Messages written within one turn of the event loop are sent at the beginning of the next, in one
write per socket: an answer's ack and its frame go to the same socket at the same moment. uvicorn
pauses reading at every message until the application has taken it; here reading continues until a
few messages wait. Then parsing stops too: one read may return thousands of messages of a flooding
client.

The application may also pass a message in wire format and bypass the layers of ASGI, through the
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
from app.infra.push_extension import PUSH

MAX_UNREAD_MESSAGES = 4
"""Messages that may wait for the application before reading pauses."""
SLICE_BYTES = 128
"""Bytes parsed between two checks of MAX_UNREAD_MESSAGES. A small message compresses to ten bytes
or so, and takes as long to parse as a longer one.
"""
CLOSE_LINGER_S = 1.0
"""How long a socket with a flooding peer stays open after the close, to flush its last messages."""

_coalescers: WeakKeyDictionary[asyncio.AbstractEventLoop, WriteCoalescer] = WeakKeyDictionary()


class CoalescingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket on a coalescing transport."""

    _unread = memoryview(b"")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = MessageQueue(self.loop)  # type: ignore[assignment]

    def connection_made(self, transport: Any) -> None:
        coalescer = _coalescers.setdefault(self.loop, WriteCoalescer())
        coalescing = CoalescingTransport(transport, coalescer, self._parse_more)
        super().connection_made(coalescing)  # type: ignore[arg-type]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][PUSH] = {"push": self.push, "waiting": self.queue.qsize}

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so the connection is freed at once, without a full collection."""
        super().connection_lost(exc)
        self.transport.drop_callback()  # type: ignore[attr-defined]
        self.conn.parser.close()  # while it waits for data it refers back to the connection
        extensions: dict[str, Any] = getattr(self, "scope", {}).get("extensions", {})
        extensions.pop(PUSH, None)

    def shutdown(self) -> None:
        """Say goodbye once. A connection that is closing has had its goodbye, though it may take
        long to send. One whose handshake is not complete gets an HTTP response here, and the
        application, which does not know, may send no second one: for it the peer is gone.
        """
        if self.transport.is_closing():
            return
        super().shutdown()
        if not self.handshake_complete:
            self.handshake_complete = self.disconnected = True

    def push(self, wire: bytes) -> bool:
        """Send bytes in wire format; False if they would have to wait, or the socket is closing."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(wire)
        return True

    def data_received(self, data: bytes) -> None:
        if self.close_sent and len(data) > SLICE_BYTES:
            self._linger()
            return
        if len(data) <= SLICE_BYTES and not self._unread:
            super().data_received(data)
        else:
            self._unread = memoryview(b"".join((self._unread, data)))
            self._parse()
        if self.queue.qsize() >= MAX_UNREAD_MESSAGES and self.read_paused:
            self.transport.hold_reading()  # type: ignore[attr-defined]

    def _parse(self) -> None:
        """Parse what was read, until enough messages wait for the application."""
        while self._unread and self.queue.qsize() < MAX_UNREAD_MESSAGES:
            piece, self._unread = self._unread[:SLICE_BYTES], self._unread[SLICE_BYTES:]
            super().data_received(bytes(piece))

    def _parse_more(self) -> None:
        """Continue after the application has taken every message, or has closed."""
        if self.close_sent:
            self._linger()
            return
        self._parse()
        if self.queue.qsize() < MAX_UNREAD_MESSAGES:
            self.transport.release_reading()  # type: ignore[attr-defined]

    def _linger(self) -> None:
        """Ignore everything that a flooding peer still sends, even its reply to the close."""
        self._unread = memoryview(b"")
        self.transport.hold_reading()  # type: ignore[attr-defined]
        self.loop.call_later(CLOSE_LINGER_S, self.transport.close)


class MessageQueue:
    """The part of asyncio.Queue that uvicorn uses, for a socket's single reader, with a
    third of its steps per message.
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

    __slots__ = ("_pending",)

    def __init__(self) -> None:
        self._pending: list[CoalescingTransport] = []

    def register(self, transport: CoalescingTransport) -> None:
        """Register a transport with pending writes."""
        if not self._pending:
            asyncio.get_running_loop().call_soon(self._flush_all)
        self._pending.append(transport)

    def _flush_all(self) -> None:
        """Flush every transport; one that fails does not stop the others."""
        pending, self._pending = self._pending, []
        for transport in pending:
            try:
                transport.flush()
            except Exception as error:
                report_fault(error)
                transport.abort()


def _nothing() -> None:
    """The callback of a lost connection."""


class CoalescingTransport:
    """A transport that holds writes, in order, until the loop's next turn. It ignores
    `pause_reading` and pauses only on `hold_reading`; a later `resume_reading` calls
    `on_queue_drained`, which may call `release_reading`.
    """

    __slots__ = (
        "_coalescer",
        "_is_held",
        "_on_queue_drained",
        "_pieces",
        "_transport",
        "is_closing",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        coalescer: WriteCoalescer,
        on_queue_drained: Callable[[], None] | None = None,
    ) -> None:
        self._transport = transport
        self._coalescer = coalescer
        self._on_queue_drained = on_queue_drained or self.release_reading
        self._pieces: list[bytes] = []
        self._is_held = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if not self._pieces:
            self._coalescer.register(self)
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
        """Ignore uvicorn's pause after each message."""

    def hold_reading(self) -> None:
        """Stop reading until `release_reading`: too many messages wait."""
        if not self._is_held:
            self._is_held = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Call `on_queue_drained` if reading is held: the application has taken every message."""
        if self._is_held:
            self._on_queue_drained()

    def drop_callback(self) -> None:
        """Drop the reference to `on_queue_drained` once the connection is lost."""
        self._on_queue_drained = _nothing

    def release_reading(self) -> None:
        """Read again."""
        self._is_held = False
        self._transport.resume_reading()

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)
