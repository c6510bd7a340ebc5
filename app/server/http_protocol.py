"""HTTP protocol: limits that uvicorn lacks.

A request must arrive whole within a deadline, and its head must not exceed a size, so a client that
drips bytes to hold connections open (slowloris) is cut off. A client that does not read ties up
little of the system's memory.
"""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 32_768
"""Maximum size of a head: request line and headers."""
SEND_BUFFER_BYTES = 65_536
"""Socket send buffer per connection, for data the client has not read; the kernel doubles it."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class BoundedHttpProtocol(HttpToolsProtocol):
    """A uvicorn connection that may idle between requests, but not within one."""

    request_timeout_s = 20.0
    """Seconds from a request's first byte (or the opening of the connection) to its last."""
    _due: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """Bytes of an incomplete head; None while none is being read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES
        )
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        cycle = getattr(self, "cycle", None)  # declared by uvicorn, but None at first
        if self._due is None and (cycle is None or cycle.response_complete):
            self._start_deadline()
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > MAX_HEAD_BYTES:
            self._refuse()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        super().handle_websocket_upgrade()
        # Parser and protocol form a cycle, which uvicorn breaks only when a connection ends.
        self.parser = None  # type: ignore[assignment]

    def _start_deadline(self) -> None:
        """Start the deadline of a request."""
        self._head = 0
        self._due = self.loop.call_later(self.request_timeout_s, self._close_late)

    def _stop_deadline(self) -> None:
        """The request is complete: stop its deadline."""
        self._head = None
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _close_late(self) -> None:
        self._due = None
        self.transport.close()

    def _refuse(self) -> None:
        self._stop_deadline()
        if not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()
