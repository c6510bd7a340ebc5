"""Cork: a websocket's system calls, of which each costs more than a frame, are made once.

What sockets are sent within one turn of the loop leaves at the beginning of the next one, in one
write each, since an answer's ack and its frame go to the same socket at the same moment. And where
uvicorn stops reading at every message until the application has taken it, reading goes on until a
few wait.

The application may also hand over a message that is ready for the wire, past all the layers that
ASGI has for one: the extension PUSH of the connection's scope.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from app.faults import report

PUSH = "conclave.push"
"""The name of the extension: its `push` takes bytes, and says whether it sent them; its `waiting`
says how many messages have been read that the application has not taken.
"""
AHEAD = 4
"""How many messages may wait for the application before no more are read."""


class CorkedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket on a corked transport."""

    def connection_made(self, transport: Any) -> None:
        cork = _corks.setdefault(self.loop, Cork())
        super().connection_made(Corked(transport, cork))  # type: ignore[arg-type]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][PUSH] = {"push": self.push, "waiting": self.queue.qsize}

    def push(self, wire: bytes) -> bool:
        """Send what is ready for the wire; False where that would have to wait, or is too late."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(wire)
        return True

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.read_paused and self.queue.qsize() >= AHEAD:
            self.transport.stop_reading()  # type: ignore[attr-defined]


class Cork:
    """The transports of one loop that keep something until its next turn."""

    __slots__ = ("_keeping",)

    def __init__(self) -> None:
        self._keeping: list[Corked] = []

    def hold(self, transport: Corked) -> None:
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
                report(error)
                transport.abort()


_corks: WeakKeyDictionary[asyncio.AbstractEventLoop, Cork] = WeakKeyDictionary()


class Corked:
    """A transport that keeps what is written until the loop's next turn, in order, and reads on
    when it is told to pause until it is told to stop.
    """

    __slots__ = ("_cork", "_is_stopped", "_pieces", "_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport, cork: Cork) -> None:
        self._transport = transport
        self._cork = cork
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
        """Everything that was read has been taken."""
        if self._is_stopped:
            self._is_stopped = False
            self._transport.resume_reading()

    def __getattr__(self, name: str) -> Any:
        """All else is the transport's own."""
        return getattr(self._transport, name)
