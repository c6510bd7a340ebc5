"""Cork: what a websocket is sent within one turn of the loop leaves in one write.

An answer's ack and its frame go to the same socket at the same moment, and a system call costs more
than either.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class CorkedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket on a corked transport."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]


class Corked:
    """A transport that keeps what is written until the loop's next turn, in order."""

    __slots__ = ("_loop", "_pieces", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._pieces:
            self._loop.call_soon(self._flush)
        self._pieces.append(data)

    def close(self) -> None:
        """Close once everything is sent."""
        self._flush()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self._pieces)) + self._transport.get_write_buffer_size()

    def __getattr__(self, name: str) -> Any:
        """All else is the transport's own."""
        return getattr(self._transport, name)

    def _flush(self) -> None:
        if self._pieces and not self._transport.is_closing():
            self._transport.write(b"".join(self._pieces))
        self._pieces.clear()
