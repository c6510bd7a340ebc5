"""Analysis stream: the progress of a match's analysis, as JSON lines.

Bus messages only announce changes, and may be lost: every line is read from the database, at the
latest `POLL_PAUSE_S` after the line before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Container

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from app.analysis.queue import QUEUE, AnalysisQueue, channel_of
from app.bus.base import Bus
from app.infra.metrics import SOCKETS
from app.realtime.connections import AdmitStream
from app.realtime.match_stream import KEEPALIVE_S
from app.wire.analysis import AnalysisProgress

POLL_PAUSE_S = 3.0
ENDED = ("none", "done", "failed")


class StreamListener:
    """One stream."""

    __slots__ = ("close_code", "wake")

    def __init__(self) -> None:
        self.close_code: int | None = None
        self.wake = asyncio.Event()

    def want_close(self, code: int) -> None:
        self.close_code = code
        self.wake.set()

    async def wait(self, seconds: float) -> None:
        """Wait for news, for at most `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self.wake.wait()
        except TimeoutError:
            return
        finally:
            self.wake.clear()


class AnalysisStreams:
    """The analysis streams of this process, by channel. `on_queued` is called when any process has
    queued an analysis.
    """

    def __init__(self, bus: Bus, queue: AnalysisQueue, on_queued: Callable[[], None]) -> None:
        self.bus = bus
        self.queue = queue
        self.on_queued = on_queued
        self.drained = asyncio.Event()
        self.drained.set()
        self._by_channel: dict[str, set[StreamListener]] = {}

    async def lines(self, match: str, admit_stream: AdmitStream) -> AsyncIterator[bytes]:
        """Yield the progress, now and after every change, until the analysis ends."""
        listener, channel = StreamListener(), channel_of(match)
        with admit_stream(listener.want_close):
            self._join(channel, listener)
            SOCKETS.inc()
            try:
                sent: AnalysisProgress | None = None
                sent_at = time.monotonic()
                while listener.close_code is None:
                    progress = await self._read(match) or sent
                    idle_s = time.monotonic() - sent_at
                    if progress is not None and progress != sent:
                        yield msgspec.json.encode(progress) + b"\n"
                        sent, sent_at = progress, time.monotonic()
                        if progress.status in ENDED:
                            return
                    elif idle_s >= KEEPALIVE_S:
                        yield b"\n"
                        sent_at = time.monotonic()
                    await listener.wait(min(POLL_PAUSE_S, max(0.0, KEEPALIVE_S - idle_s)))
            finally:
                SOCKETS.dec()
                self._leave(channel, listener)

    def close(self) -> None:
        """End every stream; clients are to reconnect."""
        for listeners in self._by_channel.values():
            for listener in listeners:
                listener.want_close(1012)

    def deliver(self, channel: str, message: bytes) -> None:
        """An analysis waits, or has changed."""
        if channel == QUEUE:
            self.on_queued()
        for listener in self._by_channel.get(channel, ()):
            listener.wake.set()

    def resync(self, missed: Container[str]) -> None:
        """Read the progress again after an outage of the bus."""
        for channel in (QUEUE, *self._by_channel):
            if channel in missed:
                self.deliver(channel, b"")

    def subscribed(self, channel: str, seconds: float) -> None:
        self.deliver(channel, b"")

    async def _read(self, match: str) -> AnalysisProgress | None:
        """None while the database can't be reached."""
        try:
            return await self.queue.progress(match)
        except (SQLAlchemyError, OSError):
            return None

    def _join(self, channel: str, listener: StreamListener) -> None:
        self._by_channel.setdefault(channel, set()).add(listener)
        self.drained.clear()
        self.bus.subscribe(channel)

    def _leave(self, channel: str, listener: StreamListener) -> None:
        listeners = self._by_channel[channel]
        listeners.discard(listener)
        if not listeners:
            del self._by_channel[channel]
            self.bus.unsubscribe(channel)
        if not self._by_channel:
            self.drained.set()
