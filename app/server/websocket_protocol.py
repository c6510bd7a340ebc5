"""Cork: a websocket's system calls, of which each costs more than a frame, are made once.

What sockets are sent within one turn of the loop leaves at the beginning of the next one, in one
write each, since an answer's ack and its frame go to the same socket at the same moment. And where
uvicorn stops reading at every message until the application has taken it, reading goes on until a
few wait. No more is parsed then either: one read may hold thousands of messages of a client that
never stops talking.

The application may also hand over a message that is ready for the wire, past all the layers that
ASGI has for one: the extension PUSH of the connection's scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from app.infra.fault_reports import report_fault

PUSH = "conclave.push"
"""The name of the extension: its `push` takes bytes, and says whether it sent them; its `waiting`
says how many messages have been read that the application has not taken.
"""
AHEAD = 4
"""How many messages may wait for the application before no more are read."""
SLICE = 1024
"""How many bytes are parsed before that is looked at again."""
LINGER = 1.0
"""Seconds for which a socket that was closed while it was not read stays, for its last words."""


class CoalescingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket on a corked transport."""

    _unread = memoryview(b"")

    def connection_made(self, transport: Any) -> None:
        cork = _corks.setdefault(self.loop, WriteCoalescer())
        corked = CoalescingTransport(transport, cork, self._go_on)
        super().connection_made(corked)  # type: ignore[arg-type]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][PUSH] = {"push": self.push, "waiting": self.queue.qsize}

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it is to hold itself in a circle: then all goes at once, without a look at
        everything there is.
        """
        super().connection_lost(exc)
        self.transport.let_go()  # type: ignore[attr-defined]
        self.conn.parser.close()  # where it waits for more it holds the connection that holds it
        extensions: dict[str, Any] = getattr(self, "scope", {}).get("extensions", {})
        extensions.pop(PUSH, None)

    def push(self, wire: bytes) -> bool:
        """Send what is ready for the wire; False where that would have to wait, or is too late."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(wire)
        return True

    def data_received(self, data: bytes) -> None:
        if len(data) <= SLICE and not self._unread:
            super().data_received(data)
        else:
            self._unread = memoryview(b"".join((self._unread, data)))
            self._parse()
        if self.queue.qsize() >= AHEAD and self.read_paused:
            self.transport.stop_reading()  # type: ignore[attr-defined]

    def _parse(self) -> None:
        """Parse what was read, until enough waits for the application."""
        while self._unread and self.queue.qsize() < AHEAD:
            some, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            super().data_received(bytes(some))

    def _go_on(self) -> None:
        """The application has taken everything; or it has closed, and what is unread is not heard,
        not even the answer to the close that may come behind it.
        """
        if self.close_sent:
            self.loop.call_later(LINGER, self.transport.close)
            return
        self._parse()
        if self.queue.qsize() < AHEAD:
            self.transport.read_on()  # type: ignore[attr-defined]


class WriteCoalescer:
    """The transports of one loop that keep something until its next turn."""

    __slots__ = ("_keeping",)

    def __init__(self) -> None:
        self._keeping: list[CoalescingTransport] = []

    def hold(self, transport: CoalescingTransport) -> None:
        """The transport keeps something."""
        if not self._keeping:
            asyncio.get_running_loop().call_soon(self._pull)
        self._keeping.append(transport)

    def _pull(self) -> None:
        """Everybody writes what he keeps; one that fails stops nobody else."""
        keeping, self._keeping = self._keeping, []
        for transport in keeping:
            try:
                transport.flush()
            except Exception as error:
                report_fault(error)
                transport.abort()


def _nothing() -> None:
    """Of what is lost."""


_corks: WeakKeyDictionary[asyncio.AbstractEventLoop, WriteCoalescer] = WeakKeyDictionary()


class CoalescingTransport:
    """A transport that keeps what is written until the loop's next turn, in order, and reads on
    when it is told to pause until it is told to stop. Where it was stopped and is told to resume,
    `taken` is called, which may have it `read_on`.
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
        """Write what is kept."""
        pieces, self._pieces = self._pieces, []
        if pieces and not self.is_closing():
            self._transport.write(b"".join(pieces) if len(pieces) > 1 else pieces[0])

    def close(self) -> None:
        """Close once everything is sent."""
        self.flush()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self._pieces)) + self._transport.get_write_buffer_size()

    def pause_reading(self) -> None:
        """Something has been read."""

    def stop_reading(self) -> None:
        """Too much has been read."""
        if not self._is_stopped:
            self._is_stopped = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Everything that was handed over has been taken."""
        if self._is_stopped:
            self._taken()

    def let_go(self) -> None:
        """Nothing will be read any more: hold nobody who would be called."""
        self._taken = _nothing

    def read_on(self) -> None:
        """Read again."""
        self._is_stopped = False
        self._transport.resume_reading()

    def __getattr__(self, name: str) -> Any:
        """All else is the transport's own."""
        return getattr(self._transport, name)
